import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StaleNote } from '../../../shared/ui/stale-note.tsx';
import { useAddress } from '../../../shared/lib/use-address.ts';
import { useNow } from '../../../shared/lib/use-now.ts';
import { useChartDataQuery, useChartInfoQuery } from './api.ts';
import classes from './chart.module.css';
import { ChartControls } from './chart-controls.tsx';
import { chartDays, chartSources } from './chart-days.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { rangeFault, rangeQuery, readRange } from './chart-range.ts';
import { ChartTable } from './chart-table.tsx';

/** The poll interval of the task's page; in milliseconds. */
const POLL = { pollingInterval: 5000, skipPollingIfUnfocused: true } as const;
const MINUTE_MS = 60_000;
/** The height of the chart with its legend, reserved while the numbers load. */
const DRAWN_HEIGHT = 250;

/** New events of a task by day and source, for one pattern or all; the URL holds the choice. */
export function EventsChart({ task }: { task: string }) {
  const { t } = useTranslation();
  const [params, change] = useAddress();
  // A page that is open over midnight includes the new day.
  const range = readRange(params, useNow(MINUTE_MS));
  const fault = rangeFault(range);
  const pattern = params.get('pattern');
  const view = params.get('view') === 'table' ? 'table' : 'bars';
  const info = useChartInfoQuery(task, POLL);
  const query = { task, ...rangeQuery(range), pattern: pattern ?? undefined };
  const { currentData, error, refetch, fulfilledTimeStamp } = useChartDataQuery(query, { ...POLL, skip: fault !== null });
  const loading = fault === null && currentData === undefined && error === undefined;
  const sources = currentData === undefined ? [] : chartSources(currentData);
  const days = currentData === undefined ? [] : chartDays(currentData);
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
        {fault === null && error !== undefined && currentData === undefined && (
          <Group gap="sm">
            <Text c="dimmed" role="status">
              {t('taskChart.failed')}
            </Text>
            <Button variant="default" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          </Group>
        )}
        {error !== undefined && currentData !== undefined && <StaleNote since={fulfilledTimeStamp} />}
        {fault === null && currentData !== undefined && sources.length === 0 && (
          <Text c="dimmed" role="status">
            {t('taskChart.nothing')}
          </Text>
        )}
        {fault === null && sources.length > 0 && (
          <>
            {view === 'table' ? <ChartTable days={days} /> : <ChartDrawing days={days} />}
            <Group gap="md" className={classes['chart']}>
              {sources.map(({ source, count }) => (
                <Text span key={source}>
                  <span className={classes['swatch']} style={{ background: `var(--chart-${source})` }} />
                  {t(`common.sources.${source}`)}: {count}
                </Text>
              ))}
              <Text span c="dimmed">
                {t('taskChart.utc')}
              </Text>
            </Group>
          </>
        )}
      </Stack>
    </Stack>
  );
}
