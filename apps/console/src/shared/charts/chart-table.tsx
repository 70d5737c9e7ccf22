import { Table } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';
import { formatNumber } from '../lib/numbers.ts';
import classes from './chart.module.css';
import type { ChartDay } from './chart-days.ts';
import { formatLabel } from './chart-label.ts';

/** The numbers of the chart as a table: days or hours that have leaks, newest first. */
export function ChartTable({ days, period }: { days: readonly ChartDay[]; period: string | undefined }) {
  const { t, locale } = useTexts();
  const sources = days[0]?.parts.map(({ source }) => source) ?? [];
  return (
    <section
      className={classes['scroll']}
      tabIndex={0}
      aria-label={[period, t('chart.as_table')].filter((part) => part !== undefined).join('. ')}
    >
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('chart.date')}</Table.Th>
            {sources.map((source) => (
              <Table.Th key={source}>{t(`common.sources.${source}`)}</Table.Th>
            ))}
            <Table.Th>{t('chart.total')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days
            .filter(({ total }) => total > 0)
            .toReversed()
            .map(({ day, parts, total }) => (
              <Table.Tr key={day}>
                <Table.Td>{formatLabel(day)}</Table.Td>
                {parts.map(({ source, count }) => (
                  <Table.Td key={source}>{formatNumber(count, locale)}</Table.Td>
                ))}
                <Table.Td>{formatNumber(total, locale)}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
