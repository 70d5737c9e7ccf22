import type { PoolCheck } from '@leakwatch/contracts';
import { Text } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';
import { formatDateTime } from '../lib/dates.ts';

/** How the last check ended, when, and what the source said. */
export function CheckState({ check }: { check: PoolCheck | null }) {
  const { t } = useTexts();
  if (check === null) return null;
  const { state, message, limited_until: until } = check;
  const at = formatDateTime(new Date(check.ended ?? check.asked));
  const words = t(`pool.check.state.${state}`, { time: until === null ? '' : formatDateTime(new Date(until)) });
  return (
    <Text fz={12} component="div" className="lw-break" title={message === '' ? undefined : message}>
      {state === 'waiting' ? words : t('pool.check.last', { outcome: words, time: at })}
      {message !== '' && (
        <Text fz={12} c="dimmed" lineClamp={2}>
          {message}
        </Text>
      )}
    </Text>
  );
}
