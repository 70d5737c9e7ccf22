import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../lib/dates.ts';

/** A note above content that could not be refreshed. `since`: Unix milliseconds of the last successful answer. */
export function StaleNote({ since }: { since: number | undefined }) {
  const { t } = useTranslation();
  if (since === undefined) return null;
  return (
    <Text c="var(--mantine-color-error)" role="status">
      {t('common.stale', { time: formatDateTime(new Date(since)) })}
    </Text>
  );
}
