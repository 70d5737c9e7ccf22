import { useTranslation } from 'react-i18next';
import classes from './chart.module.css';
import type { ChartDay } from './chart-days.ts';
import { formatDay } from './format-day.ts';

/** "Leaks by date" of one day, beside its bar. `at`: 0 to 1, from the left. */
export function DayTip({ day, at }: { day: ChartDay; at: number }) {
  const { t } = useTranslation();
  // In the left half it is to the right of its day, otherwise to the left, so that it stays inside the chart.
  const place = at < 0.5 ? { left: `calc(${at * 100}% + 12px)` } : { right: `calc(${(1 - at) * 100}% + 12px)` };
  return (
    <div className={classes['tip']} style={place} aria-hidden>
      <div>
        {t('taskChart.by_date')}: <b>{formatDay(day.day)}</b>
      </div>
      {day.parts
        .filter(({ count }) => count > 0)
        .map(({ source, count }) => (
          <div key={source}>
            <span className={classes['swatch']} style={{ background: `var(--chart-${source})` }} />
            {t(`common.sources.${source}`)}: {count}
          </div>
        ))}
      {day.total === 0 && <div>{t('taskChart.no_leaks')}</div>}
    </div>
  );
}
