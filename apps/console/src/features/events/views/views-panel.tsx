import type { EventView } from '@leakwatch/contracts';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { BookmarkIcon } from '@primer/octicons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useSettings } from '../../../shared/api/settings.ts';
import { isChanged } from '../../../shared/lib/changed-meanwhile.ts';
import { takeFocus } from '../../../shared/lib/take-focus.ts';
import { useRowFocus } from '../../../shared/lib/use-row-focus.ts';
import { problemOf } from '../../../shared/lib/use-dialog-form.ts';
import { ask } from '../../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess, notifyWarning } from '../../../shared/ui/notify.tsx';
import { type EventFilters, toFilters } from '../filters/event-filters.ts';
import { useCreateEventViewMutation, useDeleteEventViewMutation, useListEventViewsQuery, useUpdateEventViewMutation } from './api.ts';
import { queryOf } from './view-address.ts';
import { ViewRow } from './view-row.tsx';
import { loadPart } from '../../../shared/later/load-part.ts';

const ViewDialog = lazy(async () => ({ default: (await loadPart(() => import('./view-dialog.tsx'))).ViewDialog }));

const savedOf = (filters: EventFilters) => ({ filters: toFilters(filters), sort: filters.sort });

/** Colleagues rename and delete what they share; in milliseconds. */
const POLL_MS = 30_000;

/** The saved views of the person and of the organisation, beside the filters that they hold. */
export function ViewsPanel({ filters }: { filters: EventFilters }) {
  const { t } = useTexts();
  const inOrganisation = (useSettings()?.organisation ?? null) !== null;
  const {
    data: views = [],
    isError,
    refetch,
  } = useListEventViewsQuery(undefined, {
    skip: !inOrganisation,
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const [create] = useCreateEventViewMutation();
  const [update] = useUpdateEventViewMutation();
  const [remove] = useDeleteEventViewMutation();
  /** null: closed; `new`, or the view that is renamed. */
  const [naming, setNaming] = useState<EventView | 'new' | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const rowFocus = useRowFocus(panel);
  /** Of a view that was saved anew: the button that opened the dialog left the page with the deleted one. */
  const anewId = useRef<string>(null);
  useEffect(() => {
    const link = panel.current?.querySelector<HTMLElement>(`[data-view="${anewId.current}"]`) ?? null;
    if (naming !== null || link === null) return;
    anewId.current = null;
    takeFocus(link);
  }, [naming, views]);
  if (!inOrganisation) return null;

  const notify = (result: { readonly error?: unknown }, done: string, failed: string): void => {
    if (result.error === undefined) notifySuccess(done);
    else notifyProblem(failed, result.error);
  };
  const replace = async (view: EventView) => {
    const text = t(view.shared ? 'eventTools.views.replace_shared' : 'eventTools.views.replace_own', { name: view.name });
    const confirmed = await ask({
      title: t('eventTools.views.replace_title'),
      text,
      confirm: t('eventTools.views.replace_confirm'),
      cancel: t('common.cancel'),
    });
    if (!confirmed) return;
    const result = await update({ id: view.id, ...savedOf(filters), version: view.version });
    // The list is read again after a refusal: what the colleague saved can be opened before it is replaced.
    const problem = problemOf(result);
    if (isChanged(problem)) notifyWarning(t('eventTools.views.failed'), t('eventTools.views.changed_meanwhile'));
    else notify(result, t('eventTools.views.saved'), t('eventTools.views.failed'));
  };
  const confirmDelete = async (view: EventView) => {
    const text = t(view.shared ? 'eventTools.views.delete_shared' : 'eventTools.views.delete_own', { name: view.name });
    const confirmed = await ask({
      title: t('eventTools.views.delete_title'),
      text,
      confirm: t('eventTools.views.delete'),
      cancel: t('common.cancel'),
    });
    if (confirmed) notify(await remove(view.id), t('eventTools.views.deleted'), t('eventTools.views.delete_failed'));
  };
  const send = async (name: string, shared: boolean, stored: EventView | null, anew: boolean) => {
    if (stored === null) return create({ name, shared, ...savedOf(filters) });
    if (!anew) return update({ id: stored.id, name, version: stored.version });
    const result = await create({ name, shared: stored.shared, filters: stored.filters ?? toFilters(filters), sort: stored.sort });
    anewId.current = result.data?.id ?? null;
    return result;
  };
  const save = async (...of: Parameters<typeof send>) => {
    const problem = problemOf(await send(...of));
    if (problem === null) notifySuccess(t('eventTools.views.saved'));
    return problem;
  };
  return (
    <Stack ref={panel} gap={6} component="section" aria-label={t('eventTools.views.title')} {...rowFocus}>
      <Text fw={600}>{t('eventTools.views.title')}</Text>
      {isError && (
        <Text c="dimmed" role="status">
          {t('eventTools.views.load_failed')}{' '}
          <Anchor component="button" type="button" onClick={() => void refetch()}>
            {t('common.retry')}
          </Anchor>
        </Text>
      )}
      {views.map((view) => (
        <ViewRow
          key={view.id}
          view={view}
          current={queryOf(filters)}
          onRename={setNaming}
          onReplace={(of) => void replace(of)}
          onDelete={(of) => void confirmDelete(of)}
        />
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        justify="flex-start"
        leftSection={<BookmarkIcon size={14} />}
        onClick={() => setNaming('new')}
      >
        {t('eventTools.views.save')}
      </Button>
      <Suspense>
        {naming !== null && <ViewDialog view={naming === 'new' ? null : naming} onSave={save} onClose={() => setNaming(null)} />}
      </Suspense>
    </Stack>
  );
}
