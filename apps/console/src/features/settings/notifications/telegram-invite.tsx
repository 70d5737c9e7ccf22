import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { TimeText } from '../../../shared/ui/time-text.tsx';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import type { TelegramNotifications } from './api.ts';
import classes from './telegram-invite.module.css';
import { useTelegramActions } from './use-telegram-actions.ts';

/** Status start: the link and its QR code, until a chat uses it. */
export function TelegramInvite({ telegram: { invite_link: link, invite_qr: picture, expires } }: { telegram: TelegramNotifications }) {
  const { t } = useTexts();
  const { invite, disable, isInviting, isDisabling } = useTelegramActions();
  return (
    <div className={classes['invite']}>
      {picture !== null && (
        <img className={classes['qr']} src={`data:image/svg+xml;base64,${picture}`} alt={t('notificationSettings.qr')} />
      )}
      <Stack gap="sm">
        <Text role="status">{t('notificationSettings.start')}</Text>
        {link !== null && (
          <Group gap="sm">
            <Anchor href={link} target="_blank" rel="noreferrer">
              {t('notificationSettings.open')}
            </Anchor>
            <CopyButton text={link} label={t('notificationSettings.copy')} />
          </Group>
        )}
        {expires !== null && (
          <Text c="dimmed">
            {t('notificationSettings.expires')} <TimeText at={expires} />
          </Text>
        )}
        <Group gap="sm">
          <Button variant="default" loading={isInviting} onClick={() => void invite()}>
            {t('notificationSettings.again')}
          </Button>
          <Button variant="default" loading={isDisabling} onClick={() => void disable()}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
