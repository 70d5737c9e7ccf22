import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { ForgotForm } from './forgot-form.tsx';
import { GuestFrame } from '../../shared/ui/guest-frame.tsx';

/** /forgot: requests a link by e-mail. The answer is the same whether or not an account exists. */
export function ForgotPage() {
  const { t } = useTexts();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <GuestFrame title={t('access.forgot_title')}>
      {sentTo === null ? (
        <>
          <Text c="dimmed">{t('access.forgot_lead')}</Text>
          <ForgotForm onSent={setSentTo} />
        </>
      ) : (
        <div role="status">
          <Text className="lw-break">{t('access.forgot_sent', { email: sentTo })}</Text>
          <Text c="dimmed" mt="sm">
            {t('access.forgot_sent_hint')}
          </Text>
        </div>
      )}
      <Anchor component={Link} to="/login">
        {t('access.back')}
      </Anchor>
    </GuestFrame>
  );
}
