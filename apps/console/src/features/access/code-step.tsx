import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { toProblem } from '../../shared/api/problem.ts';
import { useConfirmTwoFactorMutation } from '../../shared/api/two-factor.ts';
import { CodeForm } from '../../shared/ui/second-factor/code-form.tsx';

/** Asks for a code of the app, or for a recovery code. */
export function CodeStep({ onPassed }: { onPassed: () => void }) {
  const { t } = useTexts();
  const [confirm] = useConfirmTwoFactorMutation();
  const [recovery, setRecovery] = useState(false);
  const onCode = async (token: string) => {
    const result = await confirm({ token });
    if (result.error !== undefined) return toProblem(result.error);
    onPassed();
    return null;
  };
  return (
    <>
      <Text c="dimmed">{t(recovery ? 'twoFactor.recovery_lead' : 'twoFactor.code_lead')}</Text>
      <CodeForm
        key={String(recovery)}
        onCode={onCode}
        submit={t('twoFactor.enter')}
        wrong={t(recovery ? 'twoFactor.recovery_failed' : 'twoFactor.failed')}
        recovery={recovery}
      />
      <Anchor component="button" type="button" ta="left" onClick={() => setRecovery(!recovery)}>
        {t(recovery ? 'twoFactor.use_app' : 'twoFactor.use_recovery')}
      </Anchor>
      <Anchor component={Link} to="/login/identity">
        {t('identity.lost')}
      </Anchor>
    </>
  );
}
