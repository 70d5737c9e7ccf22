import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { type SyntheticEvent, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { ProblemBlock } from '../../shared/ui/blocks.tsx';
import { toProblem } from '../../shared/api/problem.ts';
import { useLoginMutation } from './api.ts';

/** E-mail and password. The error never says which of the two was wrong. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTexts();
  const [login, { isLoading, error }] = useLoginMutation();
  const [typed, setTyped] = useState({ login: '', password: '' });
  const [tried, setTried] = useState(false);
  const problem = error === undefined ? null : toProblem(error);
  const email = typed.login.trim().toLowerCase();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (email === '' || typed.password === '') return;
    const result = await login({ login: email, password: typed.password });
    if (result.error === undefined) onSignedIn();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {problem?.code === 'credentials_invalid' && (
          <Alert variant="outline" color="red" icon={<AlertIcon />} role="alert" styles={{ icon: { color: 'var(--mantine-color-error)' } }}>
            {t('access.failed')}
          </Alert>
        )}
        {problem !== null && problem.code !== 'credentials_invalid' && <ProblemBlock title={t('access.title')} problem={problem} />}
        <TextInput
          size="sm"
          type="email"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          withAsterisk={false}
          label={t('access.email')}
          error={tried && email === '' ? t('access.email_required') : undefined}
          value={typed.login}
          onChange={(event) => setTyped({ ...typed, login: event.currentTarget.value })}
        />
        <PasswordInput
          size="sm"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          label={t('access.password')}
          visibilityToggleButtonProps={{ 'aria-label': t('access.show_password') }}
          error={tried && typed.password === '' ? t('access.password_required') : undefined}
          value={typed.password}
          onChange={(event) => setTyped({ ...typed, password: event.currentTarget.value })}
        />
        <Button type="submit" size="sm" loading={isLoading} fullWidth>
          {t('access.submit')}
        </Button>
      </Stack>
    </form>
  );
}
