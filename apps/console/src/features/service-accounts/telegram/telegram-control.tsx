import type { ServiceAccount } from '@leakwatch/contracts';
import { TELEGRAM_ACCOUNT_TRANSITIONS } from '@leakwatch/vocabulary';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import { formatDateTime } from '../../../shared/lib/dates.ts';
import { PoolState } from '../../../shared/pool/pool-state.tsx';
import { ask } from '../../../shared/ui/ask-dialog.tsx';
import { FactList } from '../../../shared/ui/fact-list.tsx';
import { reasonOf, useAccountMessage } from '../use-account-message.ts';
import { SignInForm, type SignInStep } from './sign-in-form.tsx';
import { useTelegramCommand } from './use-telegram-command.ts';

const ERROR = { icon: { color: 'var(--mantine-color-error)' } };

/** The step of signing in that is due; null where the account must be stopped before. */
function stepOf({ state, telegram_stage: stage }: ServiceAccount): SignInStep | null {
  if (TELEGRAM_ACCOUNT_TRANSITIONS[state].code_sent === undefined) return null;
  return state === 'wait_code' && (stage === 'code' || stage === 'password') ? stage : 'ask';
}

/** State of an account of Telegram, and what staff do with it: sign it in and out, start it and stop it. */
export function TelegramControl({ account, reload }: { account: ServiceAccount; reload: () => void }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const messageOf = useAccountMessage();
  const { commands, problem, isAsking, isDisabled } = useTelegramCommand(account, reload);
  const [again, setAgain] = useState(false);
  const { state, telegram_stage: stage, phone, limited_until: until } = account;
  if (phone === '') return <Text>{t('serviceAccounts.telegram.no_phone')}</Text>;
  const isSignedIn = stage === 'signed_in' && state !== 'wait_code';
  // The form closes when the sign-in that it began is done.
  if (again && !isSignedIn) setAgain(false);
  const step = stepOf(account);
  const offers = TELEGRAM_ACCOUNT_TRANSITIONS[state];
  const seconds = problem?.details['seconds'];
  const signOut = async () => {
    const isWanted = await ask({
      title: t('serviceAccounts.telegram.logout_title'),
      text: t('serviceAccounts.telegram.logout_text'),
      confirm: t('serviceAccounts.telegram.logout'),
      cancel: t('common.cancel'),
    });
    if (isWanted) await commands.logout();
  };
  return (
    <Stack gap="md" aria-busy={isAsking}>
      <FactList
        facts={[
          [t('serviceAccounts.phone'), phone],
          [
            t('serviceAccounts.column.state'),
            <PoolState
              key="state"
              state={state}
              name={t(`serviceAccounts.state.${state}`)}
              reason={reasonOf(account)}
              message={messageOf(account)}
            >
              {until !== null && <Text fz={12}>{t('serviceAccounts.limited_until', { time: formatDateTime(new Date(until)) })}</Text>}
            </PoolState>,
          ],
          [t('serviceAccounts.telegram.stage'), t(`serviceAccounts.telegram.stages.${stage ?? 'none'}`)],
        ]}
      />
      {problem !== null && (
        <Alert variant="outline" color="red" icon={<AlertIcon />} role="alert" title={t('serviceAccounts.telegram.failed')} styles={ERROR}>
          {texts.problem(problem)}
          {typeof seconds === 'number' && <Text>{t('serviceAccounts.telegram.wait', { seconds })}</Text>}
        </Alert>
      )}
      <Group gap="sm">
        {isSignedIn && offers.run !== undefined && (
          <Button disabled={isDisabled} onClick={() => void commands.run()}>
            {t(state === 'busy' || state === 'limited' ? 'serviceAccounts.telegram.restart' : 'serviceAccounts.telegram.run')}
          </Button>
        )}
        {/* A blocked account is stopped already. */}
        {offers.stop !== undefined && offers.stop !== state && (
          <Button variant="default" disabled={isDisabled} onClick={() => void commands.stop()}>
            {t('serviceAccounts.telegram.stop')}
          </Button>
        )}
        {isSignedIn && step !== null && !again && (
          <Button variant="default" disabled={isDisabled} onClick={() => setAgain(true)}>
            {t('serviceAccounts.telegram.again')}
          </Button>
        )}
        {isSignedIn && offers.signed_out !== undefined && (
          <Button variant="default" disabled={isDisabled} onClick={() => void signOut()}>
            {t('serviceAccounts.telegram.logout')}
          </Button>
        )}
      </Group>
      {step !== null && (!isSignedIn || again) && (
        <SignInForm key={step} account={account} step={step} disabled={isDisabled} commands={commands} />
      )}
    </Stack>
  );
}
