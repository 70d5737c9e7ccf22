import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { Link, useSearchParams } from 'react-router-dom';
import { api } from '../../shared/api/api.ts';
import { sessionFound } from '../../shared/api/session-state.ts';
import { GuestFrame } from './guest-frame.tsx';
import { GuestOnly } from './guest-only.tsx';
import { LoginForm } from './login-form.tsx';

/** /login; `next` in the query is the page to open afterwards. */
export function LoginPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [params] = useSearchParams();
  const signedIn = () => {
    dispatch(sessionFound());
    // Drops data of an earlier account; this also loads who is signed in.
    dispatch(api.util.resetApiState());
  };
  return (
    <GuestOnly next={params.get('next')}>
      <GuestFrame title={t('access.title')}>
        <Text c="dimmed">{t('access.lead')}</Text>
        <LoginForm onSignedIn={signedIn} />
        <Anchor component={Link} to="/forgot">
          {t('access.forgot')}
        </Anchor>
      </GuestFrame>
    </GuestOnly>
  );
}
