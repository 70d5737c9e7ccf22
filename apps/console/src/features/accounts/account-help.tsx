import type { StaffAccount } from '@leakwatch/contracts';
import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatDateTime } from '../../shared/lib/dates.ts';
import { useReport } from '../../shared/pool/use-report.ts';
import { useCheckRecoveryLinkQuery, useSendRecoveryLinkMutation, useSendWelcomeLinkMutation } from './api.ts';
import { useAccountActions } from './use-account-actions.ts';

/** Seconds that are left of a pause which the server named, counted down. */
function useCountdown(seconds: number | undefined, from: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 1_000, { autoInvoke: true });
  if (seconds === undefined || from === undefined) return 0;
  return Math.max(0, Math.ceil(seconds - Math.max(0, now - from) / 1_000));
}

/** What staff do for a person who cannot sign in: links for a password, the second factor, sessions. */
export function AccountHelp({ account }: { account: StaffAccount }) {
  const { t } = useTexts();
  const report = useReport();
  const { resetSecondFactor, endSessions } = useAccountActions();
  const { email, is_active, has_2fa } = account;
  const { currentData: state, fulfilledTimeStamp } = useCheckRecoveryLinkQuery(email, {
    skip: !is_active,
    refetchOnMountOrArgChange: true,
  });
  const [sendRecovery, recovery] = useSendRecoveryLinkMutation();
  const [sendWelcome, welcome] = useSendWelcomeLinkMutation();
  const left = useCountdown(state?.next_sending_after, fulfilledTimeStamp);
  const isBusy = recovery.isLoading || welcome.isLoading;
  const send = (kind: 'recovery' | 'welcome') =>
    report(
      (kind === 'recovery' ? sendRecovery : sendWelcome)(email),
      t(`accounts.link.${kind}.done`, { email }),
      t(`accounts.link.${kind}.failed`, { email }),
    );
  return (
    <Stack gap="sm">
      <Divider label={t('accounts.help')} labelPosition="left" />
      <Group gap="sm">
        <Button variant="default" disabled={!is_active || left > 0 || isBusy} onClick={() => void send('recovery')}>
          {t('accounts.link.recovery.send')}
        </Button>
        <Button variant="default" disabled={!is_active || left > 0 || isBusy} onClick={() => void send('welcome')}>
          {t('accounts.link.welcome.send')}
        </Button>
        <Button variant="default" disabled={!has_2fa} onClick={() => void resetSecondFactor(account)}>
          {t('accounts.ask.reset.confirm')}
        </Button>
        <Button variant="default" onClick={() => void endSessions(account)}>
          {t('accounts.ask.end.confirm')}
        </Button>
      </Group>
      <Text fz={13} c="dimmed" role="status">
        {is_active
          ? state?.recovery_hash_created == null
            ? t('accounts.link.never')
            : t('accounts.link.last', { time: formatDateTime(new Date(state.recovery_hash_created)) })
          : t('accounts.link.inactive')}
        {left > 0 && ` ${t('accounts.link.wait', { count: left })}`}
      </Text>
    </Stack>
  );
}
