import { Stack } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { chartSources } from '../../../shared/charts/chart-days.ts';
import { ChartFailed } from '../../../shared/charts/chart-failed.tsx';
import { EventBars, readView } from '../../../shared/charts/event-bars.tsx';
import { StaleNote } from '../../../shared/ui/stale-note.tsx';
import { useAddress } from '../../../shared/lib/use-address.ts';
import { useNow } from '../../../shared/lib/use-now.ts';
import { useChartDataQuery, useChartInfoQuery } from './api.ts';
import { ChartControls } from './chart-controls.tsx';
import { rangeFault, rangeQuery, readRange } from './chart-range.ts';

/** The poll interval of the task's page; in milliseconds. */
const POLL = { pollingInterval: 5000, skipPollingIfUnfocused: true } as const;
const MINUTE_MS = 60_000;
/** The height of the chart with its legend, reserved while the numbers load. */
const DRAWN_HEIGHT = 250;

/** New events of a task by day and source, for one pattern or all; the URL holds the choice. */
export function EventsChart({ task }: { task: string }) {
  const { t } = useTexts();
  const [params, change] = useAddress();
  // A page that is open over midnight includes the new day.
  const range = readRange(params, useNow(MINUTE_MS));
  const fault = rangeFault(range);
  const pattern = params.get('pattern');
  const view = readView(params);
  const info = useChartInfoQuery(task, POLL);
  const query = { task, ...rangeQuery(range), pattern: pattern ?? undefined };
  const { currentData, error, refetch, fulfilledTimeStamp } = useChartDataQuery(query, { ...POLL, skip: fault !== null });
  const loading = fault === null && currentData === undefined && error === undefined;
  const sources = currentData === undefined ? [] : chartSources(currentData);
  return (
    <Stack gap="sm">
      <ChartControls
        patterns={info.data?.patterns ?? []}
        pattern={pattern}
        range={range}
        fault={fault}
        view={view}
        onChange={(wanted) => change(wanted, { replace: true })}
      />
      <Stack gap="sm" mih={loading || sources.length > 0 ? DRAWN_HEIGHT : undefined} aria-busy={loading}>
        {fault === null && error !== undefined && currentData === undefined && <ChartFailed onRetry={() => void refetch()} />}
        {error !== undefined && currentData !== undefined && <StaleNote since={fulfilledTimeStamp} />}
        {fault === null && currentData !== undefined && <EventBars chart={currentData} view={view} note={t('taskChart.utc')} />}
      </Stack>
    </Stack>
  );
}
