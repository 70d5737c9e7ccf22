import { Paper, Skeleton, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

/** A chunk of its own, so that the page does not wait for the chart. */
const EventsChart = lazy(async () => ({ default: (await import('../chart/events-chart.tsx')).EventsChart }));
/** The height of the chart, so that nothing moves when it loads. */
const HEIGHT = 318;

export function ChartBlock({ task }: { task: string }) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3" mb="sm">
        {t('taskChart.title')}
      </Title>
      <Suspense fallback={<Skeleton height={HEIGHT} aria-busy />}>
        <EventsChart task={task} />
      </Suspense>
    </Paper>
  );
}
