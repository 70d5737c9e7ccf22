import { brokenPasswordRules } from '@leakwatch/rules';
import { Button, Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useId, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { useChangePasswordMutation } from '../../shared/passwords/api.ts';
import { PasswordField } from '../../shared/passwords/password-field.tsx';
import { PasswordRules } from '../../shared/passwords/password-rules.tsx';
import { ProblemBlock } from '../../shared/ui/blocks.tsx';
import { useSending } from '../../shared/lib/use-sending.ts';

interface LinkPasswordFormProps {
  readonly code: string;
  readonly email: string;
  readonly onSet: () => void;
  /** The link was used or expired while the page was open. */
  readonly onRefused: () => void;
}

/** Sets a new password with the code of a link. Instead of a second field the typed text can be shown. */
export function LinkPasswordForm({ code, email, onSet, onRefused }: LinkPasswordFormProps) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const rulesId = useId();
  const [setPassword] = useChangePasswordMutation();
  const { problem, sending, forget, send } = useSending(t('password.failed'));
  const [password, setTyped] = useState('');
  const fault = problem?.fields['new_password'];
  const ready = brokenPasswordRules(password).length === 0;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!ready) return;
    const result = await send(setPassword({ code, new_password: password }));
    if (result.error === undefined) onSet();
    else if (toProblem(result.error).code === 'code_invalid') onRefused();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {problem !== null && fault === undefined && <ProblemBlock title={t('password.failed')} problem={problem} />}
        {/* So that a password manager knows whose password it keeps. */}
        <TextInput size="sm" label={t('access.email')} name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          name="new_password"
          label={t('password.fresh')}
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={(value) => {
            forget();
            setTyped(value);
          }}
          error={fault === undefined ? undefined : texts.fault(fault)}
          describedBy={rulesId}
        />
        <PasswordRules id={rulesId} password={password} />
        <Button type="submit" size="sm" loading={sending} disabled={!ready} fullWidth>
          {t('password.set')}
        </Button>
      </Stack>
    </form>
  );
}
