import type { EventOverview } from '@leakwatch/contracts';
import { OVERVIEW_DAYS } from '@leakwatch/vocabulary';
import { Anchor, NativeSelect, Table, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { SeverityTag } from '../../shared/ui/severity-tag.tsx';
import { eventsHref } from './events-href.ts';
import classes from './overview.module.css';
import { inUnits } from './period.ts';

interface FixTimesProps {
  readonly fixed: EventOverview['fixed'];
  readonly org: string | null;
  readonly days: number;
  readonly onDays: (days: string) => void;
}

/** How long it took to fix what was fixed in a period: the median, together and by severity. */
export function FixTimes({ fixed, org, days, onDays }: FixTimesProps) {
  const { t, locale } = useTexts();
  const time = (seconds: number | null) => {
    if (seconds === null) return '–';
    const { unit, count } = inUnits(seconds);
    return t(`overview.time.${unit}`, { count });
  };
  const period = { status: 'fixed', fixed_start: fixed.start };
  const link = (count: number, severity: string | null) => (
    <Anchor component={Link} to={eventsHref(org, { ...period, severity })} underline="always">
      {formatNumber(count, locale)}
    </Anchor>
  );
  return (
    <Section
      title={t('overview.fixed')}
      lead={t('overview.fixed_lead')}
      action={
        <NativeSelect
          aria-label={t('overview.period')}
          data={OVERVIEW_DAYS.map((one) => ({ value: String(one), label: t('overview.last_days', { count: one }) }))}
          value={String(days)}
          onChange={(event) => onDays(event.currentTarget.value)}
        />
      }
    >
      {fixed.count === 0 ? (
        <Text c="dimmed">{t('overview.nothing_fixed')}</Text>
      ) : (
        <>
          <div>
            <div className={classes['big']}>{time(fixed.median)}</div>
            <Text c="dimmed">
              {t('overview.median_of')} {link(fixed.count, null)}
            </Text>
          </div>
          <ColumnTable
            minWidth={0}
            plain
            columns={[{ name: t('overview.severity') }, { name: t('overview.median') }, { name: t('overview.fixed_count') }]}
          >
            {fixed.severities.map(({ severity, count, median }) => (
              <Table.Tr key={severity}>
                <Table.Td>{severity === 'none' ? t('severity.none') : <SeverityTag severity={severity} />}</Table.Td>
                <Table.Td>{time(median)}</Table.Td>
                <Table.Td>{link(count, severity)}</Table.Td>
              </Table.Tr>
            ))}
          </ColumnTable>
        </>
      )}
    </Section>
  );
}
