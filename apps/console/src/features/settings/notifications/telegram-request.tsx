import { Alert, Button, Group, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { useTelegramActs } from './use-telegram-acts.ts';

/** authorization: whose chat wants in, and the person's word. */
export function TelegramRequest({ handler, request }: { handler: string; request: string }) {
  const { t } = useTranslation();
  const { confirm, disable, isConfirming, isDisabling } = useTelegramActs();
  return (
    <Alert variant="outline" color="accent" icon={<AlertIcon />} role="status" title={t('notifications.authorization')}>
      <Text fw={600} className="lw-break">
        <bdi>{handler}</bdi>
      </Text>
      <Text mt={4} mb="md">
        {t('notifications.authorization_text')}
      </Text>
      <Group gap="sm">
        <Button loading={isConfirming} onClick={() => void confirm(request)}>
          {t('notifications.confirm')}
        </Button>
        <Button variant="default" loading={isDisabling} onClick={() => void disable(t('notifications.declined'))}>
          {t('notifications.decline')}
        </Button>
      </Group>
    </Alert>
  );
}
