import { Anchor, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link, Navigate } from 'react-router-dom';
import { useGetSettingsQuery } from '../../shared/api/settings.ts';
import { useSessionLost } from '../../shared/api/use-session-lost.ts';
import { loginPath } from './login-path.ts';
import { OwnPasswordForm } from '../../shared/passwords/own-password-form.tsx';
import { GuestFrame } from '../../shared/ui/guest-frame.tsx';

/** /password: the password was set by another person, so this one must be changed first. */
export function DuePasswordPage() {
  const { t } = useTexts();
  const lost = useSessionLost();
  const { data, refetch } = useGetSettingsQuery();
  if (lost) return <Navigate to={loginPath(null, data !== undefined)} replace />;
  if (data?.change_password === false) return <Navigate to="/" replace />;
  return (
    <GuestFrame title={t('password.title.due')}>
      <Text c="dimmed">{t('password.lead.due')}</Text>
      <OwnPasswordForm onChanged={() => void refetch()} />
      <Anchor component={Link} to="/logout">
        {t('common.user.sign_out')}
      </Anchor>
    </GuestFrame>
  );
}
