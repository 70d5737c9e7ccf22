import type { ServiceName } from '@leakwatch/contracts';
import { Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { POLLED } from '../../shared/pool/poll.ts';
import { useFleetHealthQuery } from './api.ts';
import { nameOfProcess } from './name-of-process.ts';

/** Names the processes of a service that do not answer: their state is known before a call that hangs is given up. */
export function AwayNote({ service }: { service: ServiceName }) {
  const { t } = useTexts();
  const { currentData } = useFleetHealthQuery(undefined, POLLED);
  const away = (currentData?.processes ?? []).filter((one) => one.service === service && one.state === 'away');
  if (away.length === 0) return null;
  return (
    <Text c="var(--mantine-color-error)" role="status">
      {t('fleet.away', { names: away.map(nameOfProcess).join(', ') })}
    </Text>
  );
}
