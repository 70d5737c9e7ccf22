import { Button, Group, Stack, Text } from '@mantine/core';
import { ShieldIcon } from '@primer/octicons-react';
import { useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import type { Problem } from '../../../shared/api/problem.ts';
import { hideNotice, notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { RecoveryCodes } from '../../../shared/ui/second-factor/recovery-codes.tsx';
import { SetUp } from '../../../shared/ui/second-factor/set-up.tsx';
import { useStepFocus } from './use-step-focus.ts';

/** Two-factor authentication is off: offers the set-up and then shows the recovery codes. */
export function EnableFactor({ onChanged }: { onChanged: () => void }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const failures = useRef<readonly string[]>([]);
  const step = codes.length > 0 ? 'codes' : isOpen ? 'set_up' : 'offer';
  const box = useStepFocus(step);
  if (step === 'codes')
    return (
      <div ref={box} tabIndex={-1}>
        <RecoveryCodes codes={codes} proceed={t('twoFactor.done')} onProceed={onChanged} />
      </div>
    );
  if (step === 'offer') {
    return (
      <Stack ref={box} tabIndex={-1} gap="md">
        <Text>{t('twoFactor.off_text')}</Text>
        <Group>
          <Button leftSection={<ShieldIcon />} onClick={() => setOpen(true)}>
            {t('twoFactor.enable')}
          </Button>
        </Group>
      </Stack>
    );
  }
  const refused = (problem: Problem) => {
    failures.current = [...failures.current, notifyProblem(t('twoFactor.enable_failed'), problem)];
  };
  const done = (made: readonly string[]) => {
    // They stay until they are closed, and are no longer true.
    for (const id of failures.current) hideNotice(id);
    setCodes(made);
    notifySuccess(t('twoFactor.enabled'));
  };
  return (
    <div ref={box} tabIndex={-1} style={{ maxWidth: 400 }}>
      <SetUp onDone={done} onRefused={refused} />
      <Button mt="sm" variant="default" fullWidth onClick={() => setOpen(false)}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
