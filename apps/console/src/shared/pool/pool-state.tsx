import type { BlockReason, ServiceAccountState } from '@leakwatch/vocabulary';
import { Stack, Text } from '@mantine/core';
import { BlockedIcon, CheckIcon, ClockIcon, type Icon, KeyIcon, SyncIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Tag, type TagTone } from '../ui/tag.tsx';

/** The states of a proxy are among those of an account. */
const LOOKS: Readonly<Record<ServiceAccountState, readonly [TagTone, Icon]>> = {
  ready: ['fixed', CheckIcon],
  busy: ['info', SyncIcon],
  blocked: ['open', BlockedIcon],
  limited: ['in_progress', ClockIcon],
  wait_code: ['auto_filtered', KeyIcon],
};

/** Lines of a message that are shown; all of it is in the tooltip. */
const LINES = 3;

interface PoolStateProps {
  readonly state: ServiceAccountState;
  /** The name of the state. */
  readonly name: string;
  readonly reason?: BlockReason | null;
  /** What the source or the proxy answered. */
  readonly message: string;
  readonly children?: ReactNode;
}

/** The state of an account or proxy, why it is blocked, and the last error. */
export function PoolState({ state, name, reason = null, message, children }: PoolStateProps) {
  const { t } = useTexts();
  const [tone, Picture] = LOOKS[state];
  return (
    <Stack gap={2} align="flex-start">
      <Tag tone={tone} icon={<Picture size={12} />} title={message === '' ? undefined : message}>
        {name}
      </Tag>
      {children}
      {reason !== null && <Text fz={12}>{t(`pool.reason.${reason}`)}</Text>}
      {message !== '' && (
        <Text fz={12} c="dimmed" lineClamp={LINES} className="lw-break" title={message}>
          {message}
        </Text>
      )}
    </Stack>
  );
}
