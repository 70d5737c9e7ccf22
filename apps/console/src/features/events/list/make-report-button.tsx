import { Anchor, Button, Stack, Text } from '@mantine/core';
import { TableIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toProblem } from '../../../shared/api/problem.ts';
import { useCreateReportMutation, useListReportsQuery } from '../../../shared/api/reports.ts';
import { hideNotice, notifyAction, notifyProblem } from '../../../shared/ui/notify.tsx';
import { type EventFilters, toQuery } from '../filters/event-filters.ts';

/** How long messages about reports are shown; in milliseconds. */
const MESSAGE_MS = 2000;
/** The answer of the list of reports says whether reports are allowed. */
const NEWEST = { limit: 1, offset: 0, org: undefined };

/** Requests a report of all pages of the list. */
export function MakeReportButton({ filters }: { filters: EventFilters }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data } = useListReportsQuery(NEWEST);
  const [create, { isLoading }] = useCreateReportMutation();
  const isRefused = data?.allowed === false;

  const make = async () => {
    const { limit: _limit, offset: _offset, sort: _sort, ...wanted } = toQuery(filters);
    const result = await create(wanted);
    if (result.error !== undefined) {
      const problem = toProblem(result.error);
      return void notifyProblem(t('events.report.failed', { status: problem.status }), problem);
    }
    const { id } = result.data;
    const open = () => {
      hideNotice(id);
      void navigate('/reports');
    };
    const message = (
      <Stack gap="xs" align="flex-start">
        <Text>{t('events.report.queued')}</Text>
        <Anchor component="button" onClick={open}>
          {t('events.report.open')}
        </Anchor>
      </Stack>
    );
    notifyAction(id, message, MESSAGE_MS);
  };
  return (
    <Button
      variant="default"
      leftSection={<TableIcon />}
      loading={isLoading}
      disabled={data?.allowed !== true}
      title={isRefused ? t('events.report.not_allowed') : undefined}
      onClick={() => void make()}
    >
      {t('events.report.make')}
    </Button>
  );
}
