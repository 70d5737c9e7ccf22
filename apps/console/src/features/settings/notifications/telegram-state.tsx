import { Alert, Button, Group, Text } from '@mantine/core';
import { AlertIcon, CheckCircleIcon, InfoIcon, MuteIcon, PaperAirplaneIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { ask } from '../../../shared/ui/ask.ts';
import type { TelegramNotifications } from './api.ts';
import { TelegramInvite } from './telegram-invite.tsx';
import { useTelegramActions } from './use-telegram-actions.ts';

/** The connected chat, with the button that disconnects it. */
function Connected({ icon, text, handler }: { icon: ReactNode; text: string; handler: string }) {
  const { t } = useTexts();
  const { disable, isDisabling } = useTelegramActions();
  const end = async () => {
    const question = { title: t('notificationSettings.disable_title'), text: t('notificationSettings.disable_text', { handler }) };
    if (await ask({ ...question, confirm: t('notificationSettings.disable'), cancel: t('common.cancel') }))
      await disable(t('notificationSettings.disabled'));
  };
  return (
    <Group justify="space-between" gap="md">
      <Group gap="sm" wrap="nowrap" role="status">
        {icon}
        <Text className="lw-break">{text}</Text>
      </Group>
      <Button variant="default" loading={isDisabling} onClick={() => void end()}>
        {t('notificationSettings.disable')}
      </Button>
    </Group>
  );
}

function NotConnected() {
  const { t } = useTexts();
  const { invite, isInviting } = useTelegramActions();
  return (
    <>
      <Text>{t('notificationSettings.inactive')}</Text>
      <Group>
        <Button variant="default" leftSection={<PaperAirplaneIcon />} loading={isInviting} onClick={() => void invite()}>
          {t('notificationSettings.invite')}
        </Button>
      </Group>
    </>
  );
}

/** The block for each of the five statuses. */
export function TelegramState({ telegram }: { telegram: TelegramNotifications }) {
  const { t } = useTexts();
  const { status, telegram_handler: handler, request, off_because: off } = telegram;
  const blocked = off !== null && (
    <Alert variant="outline" color="gray" icon={<InfoIcon />} role="status">
      {t(`notificationSettings.off_${off}`)}
    </Alert>
  );
  if (status === 'active' && handler !== null) {
    return (
      <>
        {blocked}
        <Connected icon={<CheckCircleIcon />} text={t('notificationSettings.active', { handler })} handler={handler} />
      </>
    );
  }
  if (status === 'ignore' && handler !== null) {
    return <Connected icon={<MuteIcon />} text={t('notificationSettings.ignore', { handler })} handler={handler} />;
  }
  if (off !== null) {
    return (
      <>
        {blocked}
        <Group>
          <Button variant="default" leftSection={<PaperAirplaneIcon />} disabled>
            {t('notificationSettings.invite')}
          </Button>
        </Group>
      </>
    );
  }
  if (status === 'authorization' && handler !== null && request !== null)
    return <TelegramRequest handler={handler} request={request} paused={telegram.paused} />;
  if (status === 'start') return <TelegramInvite telegram={telegram} />;
  return <NotConnected />;
}

/** Status authorization: which chat asks to be connected, or was connected and is paused, and the person's answer. */
function TelegramRequest({ handler, request, paused }: { handler: string; request: string; paused: boolean }) {
  const { t } = useTexts();
  const { confirm, disable, isConfirming, isDisabling } = useTelegramActions();
  return (
    <Alert
      variant="outline"
      color="accent"
      icon={<AlertIcon />}
      role="status"
      title={t(paused ? 'notificationSettings.paused' : 'notificationSettings.authorization')}
    >
      <Text fw={600} className="lw-break">
        <bdi>{handler}</bdi>
      </Text>
      <Text mt={4} mb="md">
        {t(paused ? 'notificationSettings.paused_text' : 'notificationSettings.authorization_text')}
      </Text>
      <Group gap="sm">
        <Button loading={isConfirming} onClick={() => void confirm(request)}>
          {t(paused ? 'notificationSettings.resume' : 'notificationSettings.confirm')}
        </Button>
        <Button variant="default" loading={isDisabling} onClick={() => void disable(t('notificationSettings.declined'))}>
          {t('notificationSettings.decline')}
        </Button>
      </Group>
    </Alert>
  );
}
