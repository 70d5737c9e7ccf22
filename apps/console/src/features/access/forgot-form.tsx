import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { firstLocale } from '../../shared/i18n/locale.ts';
import { useAskRecoveryMutation } from '../../shared/passwords/api.ts';
import { ProblemBlock } from '../../shared/ui/blocks.tsx';

/** How long "user not found" is shown; in milliseconds. */
const NOT_FOUND_MS = 1500;

export function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTexts();
  const [askRecovery, { isLoading, error, reset }] = useAskRecoveryMutation();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const email = typed.trim().toLowerCase();
  const problem = error === undefined ? null : toProblem(error);
  const refused = problem?.status === 400;
  useEffect(() => {
    if (!refused) return;
    const timer = setTimeout(reset, NOT_FOUND_MS);
    return () => clearTimeout(timer);
  }, [refused, reset]);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (email === '') return;
    const result = await askRecovery({ email, locale: firstLocale() });
    if (result.error === undefined) onSent(email);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {problem !== null && !refused && <ProblemBlock title={t('access.forgot_title')} problem={problem} />}
        <TextInput
          size="sm"
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          withAsterisk={false}
          label={t('access.email')}
          error={tried && email === '' ? t('access.email_required') : undefined}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {refused && (
          <Text c="var(--mantine-color-error)" role="alert">
            {t('access.user_not_found')}
          </Text>
        )}
        <Button type="submit" size="sm" loading={isLoading} fullWidth>
          {t('access.forgot_send')}
        </Button>
      </Stack>
    </form>
  );
}
