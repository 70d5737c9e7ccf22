import { Button, Group, Text } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';

/** Stands for a chart that did not load. */
export function ChartFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTexts();
  return (
    <Group gap="sm">
      <Text c="dimmed" role="status">
        {t('chart.failed')}
      </Text>
      <Button variant="default" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Group>
  );
}
