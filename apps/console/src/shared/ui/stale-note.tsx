import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../lib/dates.ts';

/** A quiet line over content that could not be renewed. `since`: Unix milliseconds of the last good answer. */
export function StaleNote({ since }: { since: number | undefined }) {
  const { t } = useTranslation();
  if (since === undefined) return null;
  return (
    <Text c="var(--mantine-color-error)" role="status">
      {t('common.stale', { time: formatDateTime(new Date(since)) })}
    </Text>
  );
}
