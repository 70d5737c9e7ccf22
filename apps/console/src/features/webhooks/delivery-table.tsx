import type { WebhookDelivery, WebhookRow } from '@leakwatch/contracts';
import type { WebhookDeliveryStatus } from '@leakwatch/vocabulary';
import { ActionIcon, Anchor, Code, Stack, Table, Text } from '@mantine/core';
import { CheckCircleIcon, ClockIcon, type Icon, SyncIcon, XCircleIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { useStatusName } from '../../shared/i18n/use-status-name.ts';
import { ColumnTable } from '../../shared/ui/column-table.tsx';
import { Tag, type TagTone } from '../../shared/ui/tag.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';
import type { WebhookActions } from './use-webhook-actions.ts';

const LOOKS: Readonly<Record<WebhookDeliveryStatus, { readonly tone: TagTone; readonly icon: Icon }>> = {
  pending: { tone: 'info', icon: ClockIcon },
  delivered: { tone: 'fixed', icon: CheckCircleIcon },
  failed: { tone: 'open', icon: XCircleIcon },
};

/** What happened to which event. */
function Subject({ delivery: { kind, event, from, to } }: { delivery: WebhookDelivery }) {
  const { t } = useTexts();
  const statusName = useStatusName();
  return (
    <>
      <Text>{t(`webhooks.kind.${kind}`)}</Text>
      {from !== null && to !== null && (
        <Text c="dimmed">
          {statusName(from)} → {statusName(to)}
        </Text>
      )}
      {event !== null && (
        <Anchor component={Link} to={`/?status=all&id=${event}`}>
          {t('webhooks.open_event')}
        </Anchor>
      )}
    </>
  );
}

/** The last answer, or why there was none. */
function Answer({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTexts();
  const { response_status: status, response_ms: ms, response_excerpt: excerpt, fault } = delivery;
  return (
    <Stack gap={2} align="flex-start">
      {fault !== null && <Text>{t(`webhooks.no_answer.${fault}`)}</Text>}
      {status !== null && <Text>{t('webhooks.answered', { status, ms })}</Text>}
      {excerpt !== '' && <Code className="lw-break">{excerpt}</Code>}
      {fault === null && status === null && <Text c="dimmed">–</Text>}
    </Stack>
  );
}

interface DeliveryTableProps {
  readonly deliveries: readonly WebhookDelivery[];
  readonly webhook: WebhookRow;
  readonly actions: WebhookActions;
}

export function DeliveryTable({ deliveries, webhook, actions }: DeliveryTableProps) {
  const { t } = useTexts();
  return (
    <ColumnTable
      minWidth={760}
      plain
      columns={[
        { name: t('webhooks.column.created'), min: 130 },
        { name: t('webhooks.column.subject'), min: 130 },
        { name: t('webhooks.column.state'), min: 130 },
        { name: t('webhooks.column.answer'), min: 200 },
      ]}
      actions={t('webhooks.column.actions')}
    >
      {deliveries.map((delivery) => {
        const { tone, icon: Picture } = LOOKS[delivery.status];
        return (
          <Table.Tr key={delivery.id}>
            <Table.Td>
              <TimeText at={delivery.created} />
            </Table.Td>
            <Table.Td>
              <Subject delivery={delivery} />
            </Table.Td>
            <Table.Td>
              <Stack gap={2} align="flex-start">
                <Tag tone={tone} icon={<Picture size={12} />}>
                  {t(`webhooks.status.${delivery.status}`)}
                </Tag>
                <Text c="dimmed">{t('webhooks.attempts', { count: delivery.attempts })}</Text>
                {delivery.next_attempt !== null && delivery.attempts > 0 && (
                  <Text c="dimmed">
                    {t('webhooks.next')}: <TimeText at={delivery.next_attempt} />
                  </Text>
                )}
              </Stack>
            </Table.Td>
            <Table.Td>
              <Answer delivery={delivery} />
            </Table.Td>
            <Table.Td>
              <ActionIcon
                variant="default"
                size={30}
                disabled={!webhook.active}
                aria-label={t('webhooks.replay')}
                title={webhook.active ? t('webhooks.replay') : t('errors.webhook_inactive')}
                loading={actions.replaying === delivery.id}
                onClick={() => void actions.replay(webhook.id, delivery.id)}
              >
                <SyncIcon size={16} />
              </ActionIcon>
            </Table.Td>
          </Table.Tr>
        );
      })}
    </ColumnTable>
  );
}
