import { Button, Group, Stack, Text } from '@mantine/core';
import { KeyIcon, ShieldCheckIcon, ShieldSlashIcon } from '@primer/octicons-react';
import { type MouseEvent, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { type Problem, toProblem } from '../../../shared/api/problem.ts';
import { type TwoFactorStatus, useDisableTwoFactorMutation, useRenewRecoveryCodesMutation } from '../../../shared/api/two-factor.ts';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { CodeForm } from '../../../shared/ui/second-factor/code-form.tsx';
import { RecoveryCodes } from '../../../shared/ui/second-factor/recovery-codes.tsx';
import { useStepFocus } from './use-step-focus.ts';

type Asking = 'nothing' | 'disable' | 'renew';

/** Two-factor authentication is on: recovery codes left, new codes, and turning it off, each with a code of the app. */
export function ActiveFactor({ status, onChanged }: { status: TwoFactorStatus; onChanged: () => void }) {
  const { t } = useTexts();
  const [disable] = useDisableTwoFactorMutation();
  const [renew] = useRenewRecoveryCodesMutation();
  const [asking, setAsking] = useState<Asking>('nothing');
  const [codes, setCodes] = useState<readonly string[]>([]);
  const opener = useRef<HTMLButtonElement>(null);
  const box = useStepFocus(codes.length > 0 ? 'codes' : 'offer');
  const askFor = (what: Asking) => (event: MouseEvent<HTMLButtonElement>) => {
    opener.current = event.currentTarget;
    setAsking(what);
  };
  const cancel = () => {
    setAsking('nothing');
    opener.current?.focus();
  };
  const switchOff = async (token: string): Promise<Problem | null> => {
    const { error } = await disable({ token });
    if (error === undefined) {
      notifySuccess(t('twoFactor.disabled'));
      return null;
    }
    const problem = toProblem(error);
    if (problem.status === 503) notifyProblem(t('twoFactor.disable_restricted'), problem);
    else notifyProblem(t('twoFactor.disable_failed'), problem);
    return problem;
  };
  const makeCodes = async (token: string): Promise<Problem | null> => {
    const result = await renew({ token });
    if (result.error !== undefined) return toProblem(result.error);
    setCodes(result.data.recovery_codes);
    setAsking('nothing');
    return null;
  };
  if (codes.length > 0) {
    const kept = () => {
      setCodes([]);
      onChanged();
    };
    return <RecoveryCodes codes={codes} proceed={t('twoFactor.done')} onProceed={kept} />;
  }
  return (
    <Stack ref={box} tabIndex={-1} gap="md">
      <Group gap="sm" wrap="nowrap">
        <ShieldCheckIcon />
        <Text>{t('twoFactor.on_text')}</Text>
      </Group>
      <Text c="dimmed">{t('twoFactor.codes_left', { count: status.recovery_codes ?? 0 })}</Text>
      {status.tfa_company && <Text c="dimmed">{t('twoFactor.mandatory')}</Text>}
      <Group gap="sm">
        <Button variant="default" leftSection={<KeyIcon />} aria-expanded={asking === 'renew'} onClick={askFor('renew')}>
          {t('twoFactor.renew')}
        </Button>
        {!status.tfa_company && (
          <Button variant="default" leftSection={<ShieldSlashIcon />} aria-expanded={asking === 'disable'} onClick={askFor('disable')}>
            {t('twoFactor.disable')}
          </Button>
        )}
      </Group>
      {asking !== 'nothing' && (
        <div style={{ maxWidth: 360 }}>
          <Text mb="sm">{t(asking === 'disable' ? 'twoFactor.disable_text' : 'twoFactor.renew_text')}</Text>
          <CodeForm
            key={asking}
            onCode={asking === 'disable' ? switchOff : makeCodes}
            submit={t(asking === 'disable' ? 'twoFactor.disable' : 'twoFactor.renew')}
            wrong={t('twoFactor.invalid')}
          />
          <Button mt="sm" variant="default" fullWidth onClick={cancel}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
