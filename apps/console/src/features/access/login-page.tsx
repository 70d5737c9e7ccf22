import { Alert, Anchor, Text } from '@mantine/core';
import { InfoIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useDispatch } from 'react-redux';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { api } from '../../shared/api/api.ts';
import { sessionFound } from '../../shared/api/session-state.ts';
import { GuestFrame } from '../../shared/ui/guest-frame.tsx';
import { LoginForm } from './login-form.tsx';
import type { ReactNode } from 'react';
import { useGetSettingsQuery } from '../../shared/api/settings.ts';
import { useSessionLost } from '../../shared/api/use-session-lost.ts';
import { isSecondFactorDue, secondFactorPath } from '../../shared/api/second-factor-due.ts';
import { safeNext } from '../../shared/lib/safe-href.ts';

/** /login; in the query, `next` is the page to open afterwards, and `ended` is there when a session ended while a page was open. */
export function LoginPage() {
  const { t } = useTexts();
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
        {params.has('ended') && (
          <Alert variant="outline" color="yellow" icon={<InfoIcon />} role="status">
            {t('access.ended')}
          </Alert>
        )}
        <Text c="dimmed">{t('access.lead')}</Text>
        <LoginForm onSignedIn={signedIn} />
        <Anchor component={Link} to="/forgot">
          {t('access.forgot')}
        </Anchor>
      </GuestFrame>
    </GuestOnly>
  );
}

/** Redirects signed-in people. Shows the children at once, because most visitors are not signed in. */
function GuestOnly({ next, children }: { next: string | null; children: ReactNode }) {
  const lost = useSessionLost();
  const { data, error } = useGetSettingsQuery();
  // Where the page of the second factor heard that the sign-in has ended, an older answer must not lead back to it.
  if (isSecondFactorDue(error) && !lost) return <Navigate to={secondFactorPath(next)} replace />;
  return data !== undefined && !lost ? <Navigate to={safeNext(next)} replace /> : children;
}
