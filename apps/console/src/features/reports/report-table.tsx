import type { ReportRow } from '@leakwatch/contracts';
import { REPORT_FORMAT_NAMES } from '@leakwatch/vocabulary';
import { ActionIcon, Button, Group, Table, Text } from '@mantine/core';
import { DownloadIcon, SyncIcon, TrashIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportState } from './report-state.tsx';
import type { ReportActions } from './use-report-actions.ts';

function RowActions({ report, actions }: { report: ReportRow; actions: ReportActions }) {
  const { t } = useTexts();
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

/** A row for each report; `staff` also see the organisation. */
export function ReportTable({ reports, staff, actions }: { reports: readonly ReportRow[]; staff: boolean; actions: ReportActions }) {
  const { t } = useTexts();
  return (
    <ColumnTable
      minWidth={staff ? 860 : 740}
      columns={[
        { name: t('reports.column.file'), width: '30%', min: 215 },
        ...(staff ? [{ name: t('common.organisation.label') }] : []),
        { name: t('reports.column.status') },
        { name: t('reports.column.created') },
        { name: t('reports.column.stored_until') },
      ]}
      actions={t('reports.column.actions')}
    >
      {reports.map((report) => (
        <Table.Tr key={report.id}>
          <Table.Td>
            <Text>{report.report_filename}</Text>
            <Text>{REPORT_FORMAT_NAMES[report.report_format]}</Text>
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
    </ColumnTable>
  );
}
