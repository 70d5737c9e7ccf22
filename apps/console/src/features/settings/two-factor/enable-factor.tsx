import { Button, Group, Text } from '@mantine/core';
import { ShieldIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyProblem, notifySuccess } from '../../../shared/ui/notify.tsx';
import { RecoveryCodes } from '../../../shared/ui/second-factor/recovery-codes.tsx';
import { SetUp } from '../../../shared/ui/second-factor/set-up.tsx';

/** Two-factor authentication is off: offers the set-up and then shows the recovery codes. */
export function EnableFactor({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  if (codes.length > 0) return <RecoveryCodes codes={codes} proceed={t('twoFactor.done')} onProceed={onChanged} />;
  if (!isOpen) {
    return (
      <>
        <Text>{t('twoFactor.off_text')}</Text>
        <Group>
          <Button leftSection={<ShieldIcon />} onClick={() => setOpen(true)}>
            {t('twoFactor.enable')}
          </Button>
        </Group>
      </>
    );
  }
  const done = (made: readonly string[]) => {
    setCodes(made);
    notifySuccess(t('twoFactor.enabled'));
  };
  return (
    <div style={{ maxWidth: 400 }}>
      <SetUp onDone={done} onRefused={(problem) => notifyProblem(t('twoFactor.enable_failed'), problem)} />
      <Button mt="sm" variant="default" fullWidth onClick={() => setOpen(false)}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
