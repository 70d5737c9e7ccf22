import { Alert, Button, Group, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { useTelegramActions } from './use-telegram-actions.ts';

/** Status authorization: which chat asks to be connected, and the person's answer. */
export function TelegramRequest({ handler, request }: { handler: string; request: string }) {
  const { t } = useTranslation();
  const { confirm, disable, isConfirming, isDisabling } = useTelegramActions();
  return (
    <Alert variant="outline" color="accent" icon={<AlertIcon />} role="status" title={t('notificationSettings.authorization')}>
      <Text fw={600} className="lw-break">
        <bdi>{handler}</bdi>
      </Text>
      <Text mt={4} mb="md">
        {t('notificationSettings.authorization_text')}
      </Text>
      <Group gap="sm">
        <Button loading={isConfirming} onClick={() => void confirm(request)}>
          {t('notificationSettings.confirm')}
        </Button>
        <Button variant="default" loading={isDisabling} onClick={() => void disable(t('notificationSettings.declined'))}>
          {t('notificationSettings.decline')}
        </Button>
      </Group>
    </Alert>
  );
}
