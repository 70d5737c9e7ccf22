import { Button, Group, Stack, Title } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { usePaging } from '../../../shared/lib/use-paging.ts';
import { EmptyBlock } from '../../../shared/ui/blocks.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { PagedList } from '../../../shared/ui/paged-list.tsx';
import { useListTaskChangesQuery } from '../api.ts';
import { ChangeTable } from './change-table.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { useHistoryFilters } from './use-history-filters.ts';

/** The default page size. */
const FIRST_SIZE = 50;

/** /changing_history/: who changed which task, and how. */
export function ChangingHistoryPage() {
  const { t, locale } = useTexts();
  const filters = useHistoryFilters();
  const { task, action, change } = filters;
  const paging = usePaging(FIRST_SIZE);
  const query = useListTaskChangesQuery(
    { ...paging.asked, task: task ?? 'all', action: action ?? undefined, language: locale },
    { refetchOnMountOrArgChange: true },
  );
  const narrowed = task !== null || action !== null;
  const empty = narrowed ? (
    <EmptyBlock title={t('history.nothing_matches')}>
      <Button variant="default" onClick={() => change({ task: null, action: null })}>
        {t('history.clear_filters')}
      </Button>
    </EmptyBlock>
  ) : (
    <EmptyBlock title={t('history.empty')} hint={t('history.empty_hint')} />
  );
  return (
    <Stack gap="md">
      <PageTitle title={t('history.title')} />
      <Group justify="space-between">
        <Title order={1}>{t('history.title')}</Title>
        <Button variant="default" leftSection={<SyncIcon />} loading={query.isFetching} onClick={() => void query.refetch()}>
          {t('history.refresh')}
        </Button>
      </Group>
      <HistoryFilters filters={filters} />
      <PagedList query={query} paging={paging} failed={t('history.failed')} rowHeight={36} empty={empty}>
        {(entries) => <ChangeTable entries={entries} />}
      </PagedList>
    </Stack>
  );
}
