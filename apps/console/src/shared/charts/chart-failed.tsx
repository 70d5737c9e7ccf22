import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Stands for a chart that did not load. */
export function ChartFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
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
