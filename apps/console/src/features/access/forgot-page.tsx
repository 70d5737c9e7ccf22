import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { GuestFrame } from './guest-frame.tsx';

/** Says honestly what helps today; recovery by e-mail comes with the access work. */
export function ForgotPage() {
  const { t } = useTranslation();
  return (
    <GuestFrame title={t('access.forgot_title')}>
      <Text>{t('access.forgot_text')}</Text>
      <Text c="dimmed">{t('access.forgot_later')}</Text>
      <Anchor component={Link} to="/login">
        {t('access.back')}
      </Anchor>
    </GuestFrame>
  );
}
