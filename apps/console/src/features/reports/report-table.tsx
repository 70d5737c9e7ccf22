import type { ReportRow } from '@leakwatch/contracts';
import { ActionIcon, Button, Group, Table, Text } from '@mantine/core';
import { DownloadIcon, SyncIcon, TrashIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { TimeText } from '../../shared/ui/time-text.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportState } from './report-state.tsx';
import classes from './reports.module.css';
import type { ReportActions } from './use-report-actions.ts';

function RowActions({ report, actions }: { report: ReportRow; actions: ReportActions }) {
  const { t } = useTranslation();
  const { report_status: status, report_filename: file } = report;
  const busy = actions.busy === report.id;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {status === 'ready' && (
        <Button
          variant="default"
          leftSection={<DownloadIcon />}
          aria-label={t('reports.download_file', { file })}
          loading={busy}
          onClick={() => void actions.download(report)}
        >
          {t('reports.download')}
        </Button>
      )}
      {status === 'deleted' && (
        <Button
          variant="default"
          leftSection={<SyncIcon />}
          aria-label={t('reports.regenerate_file', { file })}
          loading={busy}
          onClick={() => void actions.regenerate(report)}
        >
          {t('reports.regenerate')}
        </Button>
      )}
      <ActionIcon
        aria-label={t('reports.delete_file', { file })}
        title={t('reports.delete')}
        loading={actions.removing === report.id}
        onClick={() => void actions.remove(report)}
      >
        <TrashIcon />
      </ActionIcon>
    </Group>
  );
}

/** A row for each report; `staff` see whose events it is of. */
export function ReportTable({ reports, staff, actions }: { reports: readonly ReportRow[]; staff: boolean; actions: ReportActions }) {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer minWidth={staff ? 860 : 740}>
      <Table className={classes['table'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes['file'] ?? ''}>{t('reports.column.file')}</Table.Th>
            {staff && <Table.Th>{t('common.organisation.label')}</Table.Th>}
            <Table.Th>{t('reports.column.status')}</Table.Th>
            <Table.Th>{t('reports.column.created')}</Table.Th>
            <Table.Th>{t('reports.column.stored_until')}</Table.Th>
            <Table.Th>
              <span className="lw-hidden">{t('reports.column.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {reports.map((report) => (
            <Table.Tr key={report.id}>
              <Table.Td>
                <Text>{report.report_filename}</Text>
                <ReportFilters filters={report.filters} />
              </Table.Td>
              {staff && <Table.Td>{report.company?.name ?? <Text c="dimmed">{t('common.organisation.all')}</Text>}</Table.Td>}
              <Table.Td>
                <ReportState report={report} />
              </Table.Td>
              <Table.Td>
                <TimeText at={report.created} />
                <Text c="dimmed">{report.reporter}</Text>
              </Table.Td>
              <Table.Td>{report.stored_until === null ? <Text c="dimmed">–</Text> : <TimeText at={report.stored_until} />}</Table.Td>
              <Table.Td>
                <RowActions report={report} actions={actions} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
