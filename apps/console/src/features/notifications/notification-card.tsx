import { Button, Group, Paper, Text, Title } from '@mantine/core';
import type { TechnicalNotification } from '@leakwatch/contracts';
import { BellIcon, CheckIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Tag } from '../../shared/ui/tag.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';

/** Open or closed, as icon and word. */
export function StateTag({ active }: { active: boolean }) {
  const { t } = useTexts();
  const Picture = active ? BellIcon : CheckIcon;
  return (
    <Tag tone={active ? 'open' : 'false'} icon={<Picture size={12} />}>
      {active ? t('notifications.open') : t('notifications.closed')}
    </Tag>
  );
}

interface NotificationCardProps {
  readonly notification: TechnicalNotification;
  readonly onDetails: () => void;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

export function NotificationCard({ notification, onDetails, onClose, onDelete }: NotificationCardProps) {
  const { t } = useTexts();
  const { title, active, created } = notification;
  return (
    <Paper component="article" withBorder px="md" py="sm">
      {/* In a narrow window the buttons stand below: beside them the title would have the width of a letter. */}
      <Group justify="space-between" gap="md">
        <Group gap="md" wrap="nowrap" style={{ flex: '1 1 280px', minWidth: 0 }}>
          <div style={{ flex: '0 0 88px' }}>
            <StateTag active={active} />
          </div>
          <div style={{ minWidth: 0 }}>
            <Title order={2} fz={14} lh={1.4} className="lw-break" fw={active ? 600 : 400}>
              {title}
            </Title>
            <Text c="dimmed">
              <TimeText at={created} relative />
            </Text>
          </div>
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" size="xs" onClick={onDetails} aria-label={t('notifications.details_named', { title })}>
            {t('notifications.details')}
          </Button>
          {active && (
            <Button variant="default" size="xs" onClick={onClose} aria-label={t('notifications.close_named', { title })}>
              {t('notifications.close')}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={onDelete} aria-label={t('notifications.delete_named', { title })}>
            {t('notifications.delete')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
