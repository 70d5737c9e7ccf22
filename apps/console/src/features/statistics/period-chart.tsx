import type { StatisticsTemplate } from '@leakwatch/contracts';
import { Stack, Title } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { chartSources } from '../../shared/charts/chart-days.ts';
import { ChartFailed } from '../../shared/charts/chart-failed.tsx';
import { type ChartView, EventBars } from '../../shared/charts/event-bars.tsx';
import { StaleNote } from '../../shared/ui/stale-note.tsx';
import { useOrganisationStatisticsQuery } from './api.ts';

/** The height of the chart with its legend, reserved while the numbers load. */
const DRAWN_HEIGHT = 250;
const POLL_MS = 60_000;

interface PeriodChartProps {
  readonly company: string;
  readonly template: StatisticsTemplate;
  readonly view: ChartView;
}

/** The chart of one period that ends now. */
export function PeriodChart({ company, template, view }: PeriodChartProps) {
  const { t } = useTexts();
  const { currentData, error, refetch, fulfilledTimeStamp } = useOrganisationStatisticsQuery(
    { company, template },
    { refetchOnMountOrArgChange: true, pollingInterval: POLL_MS, skipPollingIfUnfocused: true },
  );
  const isLoading = currentData === undefined && error === undefined;
  const isDrawn = currentData !== undefined && chartSources(currentData).length > 0;
  return (
    <Stack component="section" gap="sm" aria-labelledby={template}>
      <Title order={3} id={template}>
        {t(`statistics.${template}`)}
      </Title>
      <Stack gap="sm" mih={isLoading || isDrawn ? DRAWN_HEIGHT : undefined} aria-busy={isLoading}>
        {error !== undefined && currentData === undefined && <ChartFailed onRetry={() => void refetch()} />}
        {error !== undefined && currentData !== undefined && <StaleNote since={fulfilledTimeStamp} />}
        {currentData !== undefined && (
          <EventBars chart={currentData} view={view} note={t(`statistics.note_${template}`)} period={t(`statistics.${template}`)} />
        )}
      </Stack>
    </Stack>
  );
}
