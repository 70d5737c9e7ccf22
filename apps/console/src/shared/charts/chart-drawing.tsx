import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { formatNumber } from '../lib/numbers.ts';
import classes from './chart.module.css';
import { type ChartDay, namedDays, scaleOf } from './chart-days.ts';
import { formatLabel, formatTick } from './chart-label.ts';

const HEIGHT = 220;
/** Room for the scale's numbers and for the days. */
const LEFT = 40;
const BOTTOM = 22;
const TOP = 8;
const PX_PER_NAME = 110;
const BAR_MOST = 28;
/** The minimum width of a bar in pixels. */
const EDGED = 8;

interface BarProps {
  readonly day: ChartDay;
  readonly x: number;
  readonly width: number;
  readonly highest: number;
}

/** The sources, stacked. */
function Bar({ day, x, width, highest }: BarProps) {
  const bar = Math.max(1, Math.min(BAR_MOST, width * 0.7));
  let below = HEIGHT - BOTTOM;
  return day.parts.map(({ source, count }) => {
    const height = (count / highest) * (HEIGHT - BOTTOM - TOP);
    below -= height;
    const left = x + (width - bar) / 2;
    const props = { x: left, y: below, width: bar, height, fill: `var(--chart-${source})` };
    return count === 0 ? null : <rect key={source} className={bar > EDGED ? classes['part'] : undefined} {...props} />;
  });
}

/** Leaks of each day or hour as stacked bars. The chart is one tab stop; arrows, Home and End move between the bars. */
export function ChartDrawing({ days, period }: { days: readonly ChartDay[]; period: string | undefined }) {
  const { t, locale } = useTexts();
  const { ref, width } = useElementSize();
  const [focused, setFocused] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const lines = scaleOf(Math.max(0, ...days.map(({ total }) => total)));
  const highest = lines.at(-1) ?? 1;
  const slot = Math.max(0, width - LEFT) / Math.max(1, days.length);
  const y = (value: number) => HEIGHT - BOTTOM - (value / highest) * (HEIGHT - BOTTOM - TOP);
  const stop = Math.min(focused ?? days.length - 1, days.length - 1);
  const shown = hovered ?? focused;
  const shownDay = shown === null ? undefined : days[shown];
  const describe = ({ day, total, parts }: ChartDay) =>
    [
      t('chart.day', { day: formatLabel(day), count: total }),
      ...parts
        .filter(({ count }) => count > 0)
        .map(({ source, count }) => `${t(`common.sources.${source}`)} ${formatNumber(count, locale)}`),
    ].join(', ');
  const onKey = (event: KeyboardEvent<SVGSVGElement>) => {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: days.length - 1 };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const day = event.currentTarget.querySelectorAll<SVGGElement>('[data-day]')[Math.min(Math.max(next, 0), days.length - 1)];
    day?.focus();
  };
  return (
    <div ref={ref} className={classes['chart']}>
      <svg
        className={classes['drawing']}
        role="group"
        aria-label={[period, t('chart.drawing')].filter((part) => part !== undefined).join('. ')}
        onKeyDown={onKey}
      >
        {lines.map((value) => (
          <g key={value} aria-hidden>
            <line className={classes['line']} x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
            <text className={classes['text']} x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        {days.map((day, at) => (
          // A tab stop for each day would be hundreds, so the arrow keys move between them.
          <g
            key={day.day}
            data-day={day.day}
            role="img"
            aria-label={describe(day)}
            tabIndex={at === stop ? 0 : -1}
            className={`${classes['day']} ${at === shown ? classes['chosen'] : ''}`}
            onFocus={() => setFocused(at)}
            onBlur={() => setFocused(null)}
            onMouseEnter={() => setHovered(at)}
            onMouseLeave={() => setHovered(null)}
          >
            <rect className={classes['place']} x={LEFT + at * slot} y={TOP} width={slot} height={HEIGHT - BOTTOM - TOP} />
            <Bar day={day} x={LEFT + at * slot} width={slot} highest={highest} />
          </g>
        ))}
        {namedDays(days.length, Math.max(1, Math.floor(width / PX_PER_NAME))).map((at) => (
          <text
            key={at}
            aria-hidden
            className={classes['text']}
            x={Math.min(LEFT + (at + 0.5) * slot, width - 34)}
            y={HEIGHT - 4}
            textAnchor="middle"
          >
            {formatTick(days[at]?.day ?? '')}
          </text>
        ))}
      </svg>
      {shownDay !== undefined && shown !== null && <DayTip day={shownDay} at={(LEFT + (shown + 0.5) * slot) / Math.max(1, width)} />}
    </div>
  );
}

/** "Leaks by date" of one day, beside its bar. `at`: 0 to 1, from the left. */
function DayTip({ day, at }: { day: ChartDay; at: number }) {
  const { t, locale } = useTexts();
  // In the left half it is to the right of its day, otherwise to the left, so that it stays inside the chart.
  const place = at < 0.5 ? { left: `calc(${at * 100}% + 12px)` } : { right: `calc(${(1 - at) * 100}% + 12px)` };
  return (
    <div className={classes['tip']} style={place} aria-hidden>
      <div>
        {t('chart.by_date')}: <b>{formatLabel(day.day)}</b>
      </div>
      {day.parts
        .filter(({ count }) => count > 0)
        .map(({ source, count }) => (
          <div key={source}>
            <span className={classes['swatch']} style={{ background: `var(--chart-${source})` }} />
            {t(`common.sources.${source}`)}: {formatNumber(count, locale)}
          </div>
        ))}
      {day.total === 0 && <div>{t('chart.no_leaks')}</div>}
    </div>
  );
}
