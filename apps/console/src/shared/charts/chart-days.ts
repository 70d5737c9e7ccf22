import type { Chart } from '@leakwatch/contracts';
import { SERIES_NAMES, SOURCE_TYPES, type SourceType } from '@leakwatch/vocabulary';

interface SourceCount {
  readonly source: SourceType;
  readonly count: number;
}

/** A label of the chart, a UTC day (`2026-11-02`) or hour (`2026-11-02T13:00Z`), with the leaks of each drawn source. */
export interface ChartDay {
  readonly day: string;
  readonly total: number;
  readonly parts: readonly SourceCount[];
}

type Series = Readonly<Record<string, Chart['git'] | undefined>>;

function seriesOf({ labels: _, ...series }: Chart, source: SourceType): readonly number[] {
  const named: Series = series;
  return named[SERIES_NAMES[source]]?.data ?? [];
}

/** Sources that have leaks in the period, with how many. */
export const chartSources = (data: Chart): readonly SourceCount[] =>
  SOURCE_TYPES.map((source) => ({ source, count: seriesOf(data, source).reduce((sum, count) => sum + count, 0) })).filter(
    ({ count }) => count > 0,
  );

export function chartDays(data: Chart): readonly ChartDay[] {
  const sources = chartSources(data).map(({ source }) => ({ source, series: seriesOf(data, source) }));
  return data.labels.map((day, at) => {
    const parts = sources.map(({ source, series }) => ({ source, count: series[at] ?? 0 }));
    return { day, parts, total: parts.reduce((sum, { count }) => sum + count, 0) };
  });
}

/** Lines of the scale: 0 and up to four round numbers, the last one at or above `highest`. */
export function scaleOf(highest: number): readonly number[] {
  const rough = Math.max(1, highest) / 4;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(rough)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  return Array.from({ length: Math.ceil(Math.max(1, highest) / step) + 1 }, (_, at) => at * step);
}

/** The labelled days: at most `most`, evenly spaced, including the last. */
export function namedDays(count: number, most: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => count - 1 - at * step).reverse();
}
