import type { WebhookRow } from '@leakwatch/contracts';
import { WEBHOOK_DELIVERY_STATUSES, type WebhookDeliveryStatus } from '@leakwatch/vocabulary';
import { Button, Group, Select } from '@mantine/core';
import { SyncIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import type { WebhookActions } from './use-webhook-actions.ts';

const ALL = 'all';

interface LogBarProps {
  readonly webhook: WebhookRow;
  readonly actions: WebhookActions;
  readonly status: WebhookDeliveryStatus | null;
  readonly onStatus: (status: string | null) => void;
  /** How many deliveries can be sent again together. */
  readonly givenUp: number;
}

/** Above the log: which deliveries it shows, and the button that sends everything again that was given up. */
export function LogBar({ webhook, actions, status, onStatus, givenUp }: LogBarProps) {
  const { t, locale } = useTexts();
  return (
    <Group gap="sm" justify="space-between">
      <Select
        w={220}
        aria-label={t('webhooks.show')}
        data={[
          { value: ALL, label: t('webhooks.show_all') },
          ...WEBHOOK_DELIVERY_STATUSES.map((value) => ({ value, label: t(`webhooks.status.${value}`) })),
        ]}
        value={status ?? ALL}
        onChange={(value) => onStatus(value === ALL ? null : value)}
        allowDeselect={false}
      />
      {givenUp > 0 && (
        <Button
          variant="default"
          leftSection={<SyncIcon />}
          disabled={!webhook.active}
          title={webhook.active ? t('webhooks.replay_all_hint') : t('errors.webhook_inactive')}
          loading={actions.replayingAll === webhook.id}
          onClick={() => void actions.replayAll(webhook, givenUp)}
        >
          {t('webhooks.replay_all', { number: formatNumber(givenUp, locale) })}
        </Button>
      )}
    </Group>
  );
}
