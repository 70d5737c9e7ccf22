import { CONTROL_TASK_SORTS, type ControlTask } from '@leakwatch/contracts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { useSort } from '../../shared/lib/use-sort.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useListControlTasksQuery } from './api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ControlFilters } from './control-filters.tsx';
import { ControlTable } from './control-table.tsx';
import { useControlFilters } from './use-control-filters.ts';

/** Live updates are those of the person's own organisation; the others' tasks are read again this often, in milliseconds. */
const POLL_MS = 15_000;

/** /settings/tasks: the tasks of all organisations. The address holds filters and page. */
export function TaskControlPage() {
  const { t } = useTexts();
  const filters = useControlFilters();
  const paging = usePaging();
  const { sorting, asked: sorted } = useSort(CONTROL_TASK_SORTS);
  const query = useListControlTasksQuery(
    { ...paging.asked, ...filters.asked, ...sorted },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const [confirming, setConfirming] = useState<ControlTask | null>(null);
  const count = query.currentData?.count ?? 0;
  const empty = filters.filtered ? (
    <EmptyBlock title={t('taskControl.nothing_matches')}>
      <Button variant="default" onClick={() => filters.change({ org: null, text: '' })}>
        {t('taskControl.clear')}
      </Button>
    </EmptyBlock>
  ) : (
    <EmptyBlock title={t('taskControl.empty')} hint={t('taskControl.empty_hint')} />
  );
  return (
    <Section title={t('taskControl.title')} wide>
      <ControlFilters {...filters} />
      {count > 0 && (
        <Text c="dimmed" role="status">
          {t('taskControl.total', { count })}
        </Text>
      )}
      <PagedList keepsRows query={query} paging={paging} failed={t('taskControl.failed')} rowHeight={48} empty={empty}>
        {(tasks) => <ControlTable sorting={sorting} tasks={tasks} onConfirm={setConfirming} />}
      </PagedList>
      <ConfirmDialog task={confirming} onClose={() => setConfirming(null)} />
    </Section>
  );
}
