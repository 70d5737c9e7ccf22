import { Alert, Button, Fieldset, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { InfoIcon } from '@primer/octicons-react';
import type { TaskKind } from '@leakwatch/vocabulary';
import { useRef } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useCurrentOrganisationQuery } from '../../../shared/api/options.ts';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import { ProblemBlock } from '../../../shared/ui/blocks.tsx';
import { useSentFocus } from '../../../shared/lib/use-sent-focus.ts';
import { ChangedNote } from '../../../shared/ui/changed-note.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { RefusalNote } from '../../../shared/ui/refusal-note.tsx';
import { SentFields } from '../../../shared/ui/sent-fields.tsx';
import { faultAt } from './draft/check-draft.ts';
import classes from './create.module.css';
import { DeepSection } from './patterns/deep-section.tsx';
import type { Draft } from './draft/draft.ts';
import { FormFoot } from './form-foot.tsx';
import { GitSection } from './repositories/git-section.tsx';
import { LinesEditor } from './patterns/lines-editor.tsx';
import { ListEditor } from './patterns/list-editor.tsx';
import { FilterHelp, PatternEditors } from './patterns/pattern-editors.tsx';
import { SourcesSection } from './sources-section.tsx';
import { countDraft } from './draft/to-body.ts';
import { IntroTour } from './tour/intro-tour.tsx';
import { useCreateForm } from './use-create-form.ts';
import { useSubmit } from './use-submit.tsx';

interface FormPageProps {
  readonly kind: TaskKind;
  /** The changed task; null for a new one. */
  readonly id: string | null;
  readonly initial: Draft;
  /** `edit_version` of the changed task; null for a new one. */
  readonly version: number | null;
}

/** The form of a task of any kind, new or changed. */
export function FormPage({ kind, id, initial, version }: FormPageProps) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const limit = useCurrentOrganisationQuery().data?.tariff.patterns_per_task_limit ?? null;
  const form = useCreateForm({ kind, name: id === null ? kind : `update.${id}`, initial, version, limit });
  const { submit, problem, changed, failed, busy, done } = useSubmit(form, id);
  const root = useRef<HTMLDivElement>(null);
  const onSent = useSentFocus(root, busy);
  const { draft, faults } = form;
  const errorAt = (path: string): string | undefined => {
    const code = faultAt(faults, path);
    return code === undefined ? undefined : texts.fault(code);
  };
  const title = t(`create.form.title_${id === null ? 'new' : 'update'}_${kind}`);
  return (
    <Stack ref={root} gap="lg" maw={1100} mx="auto">
      <PageTitle title={title} />
      <Title order={1}>{title}</Title>
      <IntroTour kind={kind} />
      <SentFields sending={busy}>
        {form.restored && (
          <Alert variant="outline" color="accent" icon={<InfoIcon />} styles={{ icon: { color: 'var(--mantine-color-anchor)' } }}>
            <Text>{kind === 'git_monitoring' ? t('create.draft') : t('create.form.draft_plain')}</Text>
            <Button mt="sm" variant="default" onClick={form.clear}>
              {t('create.discard')}
            </Button>
          </Alert>
        )}
        <div data-tour="title">
          <Stack gap="lg">
            <TextInput
              maw={640}
              label={t('create.name')}
              description={t('create.name_hint')}
              required
              error={errorAt('title')}
              value={draft.title}
              onChange={(event) => form.change({ title: event.currentTarget.value })}
              onBlur={() => form.leave('title')}
            />
            <div style={{ maxWidth: 640 }}>
              <LinesEditor
                form={form}
                field="recipients"
                label={t('create.recipients')}
                hint={t('create.recipients_hint')}
                error={errorAt('recipients')}
              />
            </div>
          </Stack>
        </div>
        {kind === 'git_monitoring' && <GitSection form={form} errorAt={errorAt} />}
        <Fieldset legend={t('create.patterns')} data-tour="patterns">
          {kind === 'deep' ? (
            <DeepSection form={form} />
          ) : (
            <PatternEditors form={form} left={limit === null ? null : limit - countDraft(draft, kind)} />
          )}
          {faults['patterns'] !== undefined && (
            <Text mt="md" className={classes['fault']} role="alert">
              {texts.fault(faults['patterns'])}
            </Text>
          )}
          {kind === 'git_monitoring' && (
            <Text mt="md" c="dimmed">
              {t('create.form.estimate_repositories')}
            </Text>
          )}
        </Fieldset>
        {kind !== 'git_monitoring' && (
          <Fieldset legend={t('create.form.sources')} data-tour="sources">
            <SourcesSection form={form} />
          </Fieldset>
        )}
        {kind === 'deep' && (
          <Fieldset legend={t('tasks.tab.filter')}>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
              <ListEditor
                form={form}
                field="filterKeywords"
                label={t('tasks.tab.filter')}
                hint={t('create.hint.filter')}
                error={errorAt('filter_keywords')}
              />
              <FilterHelp form={form} />
            </SimpleGrid>
          </Fieldset>
        )}
      </SentFields>
      {changed !== null && <ChangedNote changed={changed} />}
      {problem !== null &&
        (id !== null && problem.code === 'not_found' ? (
          <RefusalNote title={failed} text={t('unsaved.deleted')} problem={null} />
        ) : (
          <ProblemBlock title={failed} problem={problem} />
        ))}
      <FormFoot form={form} limit={limit} busy={busy} done={done} isNew={id === null} onSubmit={() => void submit().then(onSent)} />
    </Stack>
  );
}
