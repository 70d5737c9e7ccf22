import { Text } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';
import { formatDateTime } from '../lib/dates.ts';

/** A note above content that could not be refreshed. `since`: Unix milliseconds of the last successful answer. */
export function StaleNote({ since }: { since: number | undefined }) {
  const { t } = useTexts();
  if (since === undefined) return null;
  return (
    <Text c="var(--mantine-color-error)" role="status">
      {t('common.stale', { time: formatDateTime(new Date(since)) })}
    </Text>
  );
}
