import type { Chart } from '@leakwatch/contracts';
import { Group, SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { formatNumber } from '../lib/numbers.ts';
import classes from './chart.module.css';
import { chartDays, chartSources } from './chart-days.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { ChartTable } from './chart-table.tsx';

const CHART_VIEWS = ['bars', 'table'] as const;
export type ChartView = (typeof CHART_VIEWS)[number];

export const readView = (params: URLSearchParams): ChartView => (params.get('view') === 'table' ? 'table' : 'bars');

/** Chooses between the drawing and its numbers. */
export function ViewControl({ view, mt, onChange }: { view: ChartView; mt?: number; onChange: (view: ChartView) => void }) {
  const { t } = useTexts();
  return (
    <SegmentedControl
      size="xs"
      {...(mt !== undefined && { mt })}
      aria-label={t('chart.view')}
      data={CHART_VIEWS.map((value) => ({ value, label: t(`chart.${value}`) }))}
      value={view}
      onChange={(value) => onChange(value === 'table' ? value : 'bars')}
    />
  );
}

interface EventBarsProps {
  readonly chart: Chart;
  readonly view: ChartView;
  /** What the labels are. */
  readonly note: ReactNode;
  /** The name of the chart for screen readers; unique on the page. */
  readonly period?: string;
}

/** A chart that has loaded, as drawing or table with its legend, or the text that nothing was found. */
export function EventBars({ chart, view, note, period }: EventBarsProps) {
  const { t, locale } = useTexts();
  const sources = chartSources(chart);
  if (sources.length === 0)
    return (
      <Text c="dimmed" role="status">
        {t('chart.nothing')}
      </Text>
    );
  const days = chartDays(chart);
  return (
    <>
      {view === 'table' ? <ChartTable days={days} period={period} /> : <ChartDrawing days={days} period={period} />}
      <Group gap="md" className={classes['chart']}>
        {sources.map(({ source, count }) => (
          <Text span key={source}>
            <span className={classes['swatch']} style={{ background: `var(--chart-${source})` }} />
            {t(`common.sources.${source}`)}: {formatNumber(count, locale)}
          </Text>
        ))}
        <Text span c="dimmed">
          {note}
        </Text>
      </Group>
    </>
  );
}
