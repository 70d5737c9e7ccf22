import type { AuditRecord } from '@leakwatch/contracts';
import { Code, Stack, Table, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import type { Catalogue } from '../../shared/i18n/catalogue.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';

type DetailName = keyof Catalogue['audit']['detail'];

/** An account by its e-mail, a deleted one by its id. */
function Person({ person }: { person: AuditRecord['actor'] }) {
  const { t } = useTexts();
  if (person === null) return <Text c="dimmed">–</Text>;
  if (person.email !== null) return <span className="lw-break">{person.email}</span>;
  return (
    <>
      <Text c="dimmed">{t('audit.deleted')}</Text>
      <Code className="lw-break">{person.id}</Code>
    </>
  );
}

/**
 * What was changed, old and new; then what else the record says. Names of fields stand as the API has them. `fields` repeats the
 * names of the changes where there are any.
 */
function Details({ record: { changes, detail } }: { record: AuditRecord }) {
  const { t, exists } = useTexts();
  const isNamed = (name: string): name is DetailName => exists(`audit.detail.${name}`);
  const shown = (value: string | null) => (value === null ? t('audit.none') : value === '' ? t('audit.empty') : value);
  return (
    <Stack gap={2}>
      {changes.map(({ field, before, after }) => (
        <div key={field} className="lw-break">
          <Code>{field}</Code>
          {': '}
          {before !== null && (
            <>
              <span className="lw-hidden">{t('audit.before')}</span> <del>{shown(before)}</del>
              {' → '}
            </>
          )}
          {shown(after)}
        </div>
      ))}
      {Object.entries(detail)
        .filter(([name]) => name !== 'fields' || changes.length === 0)
        .map(([name, value]) => (
          <Text key={name} c="dimmed" className="lw-break">
            {`${isNamed(name) ? t(`audit.detail.${name}`) : name}: ${value}`}
          </Text>
        ))}
    </Stack>
  );
}

/** A page of the audit trail. */
export function RecordTable({ records }: { records: readonly AuditRecord[] }) {
  const { t } = useTexts();
  return (
    <ColumnTable
      table="audit"
      minWidth={1100}
      plain
      columns={[
        { id: 'time', name: t('audit.time'), min: 100 },
        { id: 'kind', name: t('audit.kind'), min: 150 },
        { id: 'actor', name: t('audit.actor'), min: 150 },
        { id: 'account', name: t('audit.account'), min: 150 },
        { id: 'organisation', name: t('audit.organisation'), min: 120 },
        { id: 'address', name: t('audit.address'), min: 110 },
        { id: 'details', name: t('audit.details'), min: 240 },
      ]}
    >
      {records.map((record) => (
        <Table.Tr key={record.id}>
          <Table.Td>
            <TimeText at={record.created} />
          </Table.Td>
          <Table.Td>{t(`activity.kind.${record.kind}`)}</Table.Td>
          <Table.Td>
            <Person person={record.actor} />
          </Table.Td>
          <Table.Td>
            <Person person={record.account} />
          </Table.Td>
          <Table.Td className="lw-break">
            {record.organisation === null ? '–' : (record.organisation.name ?? record.organisation.id)}
          </Table.Td>
          <Table.Td className="lw-break">
            {record.ip_address}
            <Text c="dimmed" lineClamp={2} title={record.user_agent}>
              {record.user_agent}
            </Text>
          </Table.Td>
          <Table.Td>
            <Details record={record} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
