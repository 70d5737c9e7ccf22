import { REPORT_STATUSES_IN_WORK } from '@leakwatch/vocabulary';
import type { ReportRow } from '@leakwatch/contracts';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useListReportsQuery } from '../../shared/api/reports.ts';
import { useSettings } from '../../shared/api/settings.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { ReportTable } from './report-table.tsx';
import { useReportActions } from './use-report-actions.ts';

/** The poll interval while a report is being made, and otherwise: colleagues request and delete reports too; in milliseconds. */
const POLL_MS = 2000;
const IDLE_POLL_MS = 5000;

const isInWork = ({ report_status: status }: ReportRow) => REPORT_STATUSES_IN_WORK.some((one) => one === status);

/** The list, and whether a person waits for it: a poll does not show that it asks. */
function useReports(org: string | undefined, asked: { limit: number; offset: number }) {
  const [inWork, setInWork] = useState(false);
  const [refreshing, setRefreshing] = useState(false);
  const query = useListReportsQuery(
    { ...asked, org },
    { refetchOnMountOrArgChange: true, pollingInterval: inWork ? POLL_MS : IDLE_POLL_MS, skipPollingIfUnfocused: true },
  );
  const isMaking = query.currentData?.results.some(isInWork) ?? false;
  if (isMaking !== inWork) setInWork(isMaking);
  const refresh = async () => {
    setRefreshing(true);
    await query.refetch();
    setRefreshing(false);
  };
  return { query: { ...query, isFetching: refreshing || (query.isFetching && query.currentData === undefined) }, refreshing, refresh };
}

/** /reports: spreadsheets requested on the events page. */
export function ReportsPage() {
  const { t } = useTexts();
  const staff = useSettings()?.is_staff ?? false;
  const [params, change] = useAddress();
  const paging = usePaging();
  const org = (staff ? params.get('org') : null) ?? undefined;
  const { query, refreshing, refresh } = useReports(org, paging.asked);
  const actions = useReportActions();
  return (
    <Stack gap="md">
      <PageTitle title={t('reports.title')} />
      <Title order={1}>{t('reports.title')}</Title>
      <Group justify="space-between" align="flex-end">
        <Text c="dimmed" maw={640}>
          {t('reports.lead')}
        </Text>
        <Group gap="sm" align="flex-end">
          {staff && <OrganisationSelect value={org ?? null} onChange={(chosen) => change({ org: chosen, page: null })} />}
          <Button variant="default" leftSection={<SyncIcon />} loading={refreshing} onClick={() => void refresh()}>
            {t('reports.refresh')}
          </Button>
        </Group>
      </Group>
      <PagedList
        query={query}
        paging={paging}
        failed={t('reports.failed')}
        rowHeight={48}
        empty={
          org === undefined ? (
            <EmptyBlock title={t('reports.empty')} hint={t('reports.empty_hint')}>
              <Button component={Link} to="/">
                {t('reports.empty_action')}
              </Button>
            </EmptyBlock>
          ) : (
            <EmptyBlock title={t('reports.empty_of_organisation')}>
              <Button variant="default" onClick={() => change({ org: null, page: null })}>
                {t('reports.show_all')}
              </Button>
            </EmptyBlock>
          )
        }
      >
        {(reports) => <ReportTable reports={reports} staff={staff} actions={actions} />}
      </PagedList>
    </Stack>
  );
}
