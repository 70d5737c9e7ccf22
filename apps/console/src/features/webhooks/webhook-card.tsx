import type { WebhookRow } from '@leakwatch/contracts';
import { ActionIcon, Button, Group, Menu, Paper, Stack, Text } from '@mantine/core';
import { KebabHorizontalIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { TimeText } from '../../shared/ui/time-text.tsx';
import type { WebhookActions } from './use-webhook-actions.ts';
import { WebhookState } from './webhook-state.tsx';

interface WebhookCardProps {
  readonly webhook: WebhookRow;
  readonly actions: WebhookActions;
  readonly onEdit: () => void;
  readonly onLog: () => void;
}

/** A webhook with what it sends, whether that works, and what can be done with it. */
export function WebhookCard({ webhook, actions, onEdit, onLog }: WebhookCardProps) {
  const { t } = useTexts();
  const { address, active, events, format, last_delivered: last, old_secret_until: until } = webhook;
  return (
    <Paper component="li" withBorder p="md" style={{ listStyle: 'none' }}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Text fw={600} className="lw-break">
            {address}/…
          </Text>
          <Menu position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon variant="default" size={30} aria-label={t('webhooks.actions', { address })}>
                <KebabHorizontalIcon />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onEdit}>{t('webhooks.edit')}</Menu.Item>
              <Menu.Item onClick={() => void actions.rotate(webhook)}>{t('webhooks.rotate')}</Menu.Item>
              <Menu.Item onClick={() => void actions.setActive(webhook, !active)}>
                {t(active ? 'webhooks.disable' : 'webhooks.enable')}
              </Menu.Item>
              <Menu.Item onClick={() => void actions.remove(webhook)}>{t('webhooks.delete')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
        <WebhookState webhook={webhook} />
        <Text c="dimmed">
          {events.map((event) => t(`webhooks.event.${event}`)).join(', ')} · {t(`webhooks.format.${format}`)}
        </Text>
        <Text c="dimmed">
          {t('webhooks.last_delivered')}: {last === null ? t('webhooks.never') : <TimeText at={last} />}
        </Text>
        {until !== null && (
          <Text c="dimmed">
            {t('webhooks.old_secret')}: <TimeText at={until} />
          </Text>
        )}
        <Group gap="sm">
          <Button variant="default" aria-label={t('webhooks.log_of', { address })} onClick={onLog}>
            {t('webhooks.log')}
          </Button>
          <Button
            variant="default"
            aria-label={t('webhooks.test_of', { address })}
            disabled={!active}
            title={active ? undefined : t('errors.webhook_inactive')}
            loading={actions.testing === webhook.id}
            onClick={() => void actions.test(webhook).then((sent) => sent && onLog())}
          >
            {t('webhooks.test')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
