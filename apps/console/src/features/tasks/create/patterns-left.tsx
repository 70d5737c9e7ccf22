import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** How many patterns the tariff still allows, or how many are too many. `limit` null: unknown. */
export function PatternsLeft({ count, limit }: { count: number; limit: number | null }) {
  const { t } = useTranslation();
  if (limit === null) return <Text c="dimmed">{t('create.limit_unknown')}</Text>;
  if (count > limit)
    return (
      <Text c="var(--mantine-color-error)" fw={600} role="alert">
        {t('create.over', { count: count - limit, limit })}
      </Text>
    );
  return <Text role="status">{t('create.left', { count: limit - count, limit })}</Text>;
}
