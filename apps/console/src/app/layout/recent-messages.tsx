import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { useMessages } from '../../shared/ui/message-log.ts';
import { TimeText } from '../../shared/ui/time-text.tsx';

/** Failures and warnings that disappeared by themselves, to be read again. */
export function RecentMessages({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const messages = useMessages();
  return (
    <Modal opened={opened} onClose={onClose} size="lg" withCloseButton={false}>
      <Stack gap="md">
        <DialogTitle>{t('common.messages.title')}</DialogTitle>
        {messages.length === 0 && <Text c="dimmed">{t('common.messages.none')}</Text>}
        <Stack gap="md" component="ul" p={0} m={0}>
          {messages.map(({ id, at, title, text }) => (
            <Stack gap={4} component="li" key={id} style={{ listStyle: 'none' }}>
              <Text c="dimmed">
                <TimeText at={new Date(at).toISOString()} />
              </Text>
              <Text fw={600} className="lw-break">
                {title}
              </Text>
              <Text component="div" className="lw-break">
                {text}
              </Text>
            </Stack>
          ))}
        </Stack>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
