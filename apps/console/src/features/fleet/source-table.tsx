import type { FleetSource } from '@leakwatch/contracts';
import { SERVICE_ACCOUNT_SOURCES } from '@leakwatch/vocabulary';
import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { AlertIcon, MuteIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { SourceIcon } from '../../shared/ui/source-icon.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';

/** Of the last 24 hours, with a way to the accounts that made them. */
function Requests({ source: { source_type, requests, refusals } }: { source: FleetSource }) {
  const { t, locale } = useTexts();
  if (requests === null || refusals === null) return <Text c="dimmed">–</Text>;
  const hasAccounts = SERVICE_ACCOUNT_SOURCES.some((known) => known === source_type);
  const number = formatNumber(requests, locale);
  return (
    <Stack gap={2} align="flex-start">
      {hasAccounts ? (
        <Anchor component={Link} to={`/settings/service-accounts?source=${source_type}`} aria-label={t('fleet.accounts_of', { number })}>
          {number}
        </Anchor>
      ) : (
        number
      )}
      {refusals > 0 && <Text fz={12}>{t('fleet.refusals', { count: refusals, number: formatNumber(refusals, locale) })}</Text>}
    </Stack>
  );
}

/** Units, backlog and freshness of each source that is read in units. */
export function SourceTable({ sources }: { sources: readonly FleetSource[] }) {
  const { t, locale } = useTexts();
  const number = (value: number) => formatNumber(value, locale);
  const time = (at: string | null) => (at === null ? <Text c="dimmed">–</Text> : <TimeText at={at} />);
  return (
    <ColumnTable
      table="fleet-sources"
      minWidth={900}
      plain
      wraps
      columns={[
        { id: 'source', name: t('fleet.source'), min: 130 },
        { id: 'units', name: t('fleet.units'), min: 64 },
        { id: 'backlog', name: t('fleet.backlog') },
        { id: 'reading', name: t('fleet.reading') },
        { id: 'oldest_wanted', name: t('fleet.oldest_wanted'), min: 90 },
        { id: 'never_read', name: t('fleet.never_read') },
        { id: 'oldest_read', name: t('fleet.oldest_read'), min: 90 },
        { id: 'failing', name: t('fleet.failing') },
        { id: 'silent', name: t('fleet.silent'), min: 90 },
        { id: 'requests', name: t('fleet.requests'), min: 90 },
      ]}
    >
      {sources.map((one) => (
        <Table.Tr key={one.source_type}>
          <Table.Td>
            <Group gap={6} wrap="nowrap">
              <SourceIcon source={one.source_type} />
              {t(`common.sources.${one.source_type}`)}
            </Group>
          </Table.Td>
          <Table.Td>{number(one.units)}</Table.Td>
          <Table.Td>{number(one.backlog)}</Table.Td>
          <Table.Td>{number(one.reading)}</Table.Td>
          <Table.Td>{time(one.oldest_wanted)}</Table.Td>
          <Table.Td>{number(one.never_read)}</Table.Td>
          <Table.Td>{time(one.oldest_read)}</Table.Td>
          <Table.Td>
            {one.failing === 0 ? (
              '0'
            ) : (
              <Tag tone="open" icon={<AlertIcon size={12} />}>
                {number(one.failing)}
              </Tag>
            )}
          </Table.Td>
          <Table.Td>
            {one.silent_since === null ? (
              '0'
            ) : (
              <Stack gap={2} align="flex-start">
                <Tag tone="in_progress" icon={<MuteIcon size={12} />}>
                  {number(one.silent)}
                </Tag>
                <TimeText at={one.silent_since} />
              </Stack>
            )}
          </Table.Td>
          <Table.Td>
            <Requests source={one} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ColumnTable>
  );
}
