import { type EventOverview, SEVERITY_FILTERS, type SeverityFilter } from '@leakwatch/contracts';
import { Anchor, Group, Table } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { Section } from '../../shared/ui/section.tsx';
import { SeverityTag } from '../../shared/ui/severity-tag.tsx';
import { eventsHref } from './events-href.ts';
import classes from './overview.module.css';

interface OpenMatrixProps {
  readonly overview: EventOverview;
  readonly org: string | null;
}

const sum = (cells: EventOverview['cells']) => cells.reduce((total, { count }) => total + count, 0);

/** Open events by severity and age; each number leads to its events. */
export function OpenMatrix({ overview, org }: OpenMatrixProps) {
  const { t, locale } = useTexts();
  const { ages, cells, open, in_progress: inProgress } = overview;
  const number = (count: number) => formatNumber(count, locale);
  const ofAge = ({ start, end }: EventOverview['ages'][number]) => ({ start_datetime: start, end_datetime: end });
  const link = (count: number, filters: Parameters<typeof eventsHref>[1], label: string) =>
    count === 0 ? (
      <span className={classes['zero']}>{number(count)}</span>
    ) : (
      <Anchor component={Link} to={eventsHref(org, filters)} aria-label={`${label}: ${number(count)}`}>
        {number(count)}
      </Anchor>
    );
  const name = (severity: SeverityFilter) => t(`severity.${severity}`);
  return (
    <Section
      title={t('overview.open')}
      lead={t('overview.open_lead')}
      total={t('overview.open_total', { count: open })}
      action={
        inProgress > 0 && (
          <Anchor component={Link} to={eventsHref(org, { status: 'in_progress' })}>
            {t('overview.in_progress', { count: inProgress })}
          </Anchor>
        )
      }
    >
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0}>
        <table className={classes['matrix']}>
          <thead>
            <tr>
              <th scope="col">{t('overview.severity')}</th>
              {ages.map(({ age }) => (
                <th key={age} scope="col" style={{ textAlign: 'right' }}>
                  {t(`overview.age.${age}`)}
                </th>
              ))}
              <th scope="col" style={{ textAlign: 'right' }}>
                {t('overview.sum')}
              </th>
            </tr>
          </thead>
          <tbody>
            {SEVERITY_FILTERS.map((severity) => (
              <tr key={severity}>
                <th scope="row">
                  <Group gap={4}>{severity === 'none' ? name(severity) : <SeverityTag severity={severity} />}</Group>
                </th>
                {ages.map((one) => {
                  const found = cells.filter((cell) => cell.severity === severity && cell.age === one.age);
                  return (
                    <td key={one.age}>
                      {link(sum(found), { severity, ...ofAge(one) }, `${name(severity)}, ${t(`overview.age.${one.age}`)}`)}
                    </td>
                  );
                })}
                <td className={classes['total']}>
                  {link(sum(cells.filter((cell) => cell.severity === severity)), { severity }, name(severity))}
                </td>
              </tr>
            ))}
            <tr className={classes['total']}>
              <th scope="row">{t('overview.sum')}</th>
              {ages.map((one) => (
                <td key={one.age}>{link(sum(cells.filter(({ age }) => age === one.age)), ofAge(one), t(`overview.age.${one.age}`))}</td>
              ))}
              <td>{link(open, {}, t('overview.sum'))}</td>
            </tr>
          </tbody>
        </table>
      </Table.ScrollContainer>
    </Section>
  );
}
