import { Table, Text } from '@mantine/core';
import type { ActivityRecord } from '@leakwatch/contracts';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { formatUtc } from '../../../shared/lib/dates.ts';
import { ColumnTable } from '../../../shared/ui/column-table.tsx';
import { deviceName } from '../../../shared/lib/device-name.ts';

function Row({ record }: { record: ActivityRecord }) {
  const { t } = useTexts();
  // A record without an address is an action of another person on the account.
  const isOwn = record.ip_address !== '';
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        <time dateTime={record.created}>{formatUtc(new Date(record.created))}</time>
      </Table.Td>
      <Table.Td>{t(`activity.kind.${record.kind}`)}</Table.Td>
      <Table.Td className="lw-break">{isOwn ? record.ip_address : <Text c="dimmed">{t('activity.somebody_else')}</Text>}</Table.Td>
      <Table.Td className="lw-break" title={record.user_agent}>
        {isOwn && deviceName(record.user_agent)}
      </Table.Td>
    </Table.Tr>
  );
}

/** Records newest first, in UTC. */
export function ActivityTable({ records }: { records: readonly ActivityRecord[] }) {
  const { t } = useTexts();
  return (
    <ColumnTable
      minWidth={560}
      columns={[t('activity.created'), t('activity.what'), t('activity.address'), t('activity.program')].map((name) => ({ name }))}
      plain
    >
      {records.map((record, at) => (
        <Row key={`${record.created} ${at}`} record={record} />
      ))}
    </ColumnTable>
  );
}
