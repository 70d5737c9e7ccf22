import type { WebhookRow } from '@leakwatch/contracts';
import { WEBHOOK_DELIVERY_STATUSES } from '@leakwatch/vocabulary';
import { Button, Group } from '@mantine/core';
import { ArrowLeftIcon, SyncIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useListWebhookDeliveriesQuery } from './api.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { LogBar } from './log-bar.tsx';
import type { WebhookActions } from './use-webhook-actions.ts';
import { WebhookState } from './webhook-state.tsx';

/** The poll interval while something waits; in milliseconds. */
const POLL_MS = 2_000;
const NOT_FOUND = 404;

interface WebhookLogProps {
  readonly webhook: WebhookRow;
  readonly actions: WebhookActions;
  /** The webhook is read again as well: a colleague, or too many failures, may have disabled it. */
  readonly onRefresh: () => void;
  readonly onBack: () => void;
}

/** What a webhook was sent, newest first; refreshed while something of it waits. */
export function WebhookLog({ webhook, actions, onRefresh, onBack }: WebhookLogProps) {
  const { t } = useTexts();
  const paging = usePaging();
  const [polls, setPolls] = useState(false);
  const [params, change] = useAddress();
  const status = WEBHOOK_DELIVERY_STATUSES.find((one) => one === params.get('state')) ?? null;
  const asked = { id: webhook.id, ...paging.asked, ...(status !== null && { status }) };
  const query = useListWebhookDeliveriesQuery(asked, { refetchOnMountOrArgChange: true, pollingInterval: polls ? POLL_MS : 0 });
  if (query.error !== undefined && toProblem(query.error).status === NOT_FOUND)
    return (
      <Section title={t('webhooks.title')} lead={t('webhooks.log_lead')}>
        <EmptyBlock level={3} title={t('webhooks.gone', { address: webhook.address })} hint={t('webhooks.gone_hint')}>
          <Button variant="default" leftSection={<ArrowLeftIcon />} onClick={onBack}>
            {t('webhooks.back')}
          </Button>
        </EmptyBlock>
      </Section>
    );
  const refresh = () => {
    void query.refetch();
    onRefresh();
  };
  const waits = query.currentData?.results.some(({ status }) => status === 'pending') ?? false;
  if (waits !== polls) setPolls(waits);
  return (
    <Section
      title={t('webhooks.log_title', { address: webhook.address })}
      lead={t('webhooks.log_lead')}
      wide
      action={
        <Group gap="sm">
          <Button variant="default" leftSection={<ArrowLeftIcon />} onClick={onBack}>
            {t('webhooks.back')}
          </Button>
          <Button variant="default" leftSection={<SyncIcon />} loading={query.isFetching && !waits} onClick={refresh}>
            {t('webhooks.refresh')}
          </Button>
          <Button
            disabled={!webhook.active}
            title={webhook.active ? undefined : t('errors.webhook_inactive')}
            loading={actions.testing === webhook.id}
            onClick={() => void actions.test(webhook)}
          >
            {t('webhooks.test')}
          </Button>
        </Group>
      }
    >
      <WebhookState webhook={webhook} />
      <LogBar
        webhook={webhook}
        actions={actions}
        status={status}
        onStatus={(state) => change({ state, page: null })}
        givenUp={query.data?.given_up ?? 0}
      />
      <PagedList
        query={{ ...query, isFetching: query.isFetching && !waits }}
        paging={paging}
        failed={t('webhooks.log_failed')}
        rowHeight={56}
        empty={
          status === null ? (
            <EmptyBlock level={3} title={t('webhooks.log_empty')} hint={t('webhooks.log_empty_hint')} />
          ) : (
            <EmptyBlock level={3} title={t('webhooks.log_none')} hint={t('webhooks.log_none_hint')} />
          )
        }
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} webhook={webhook} actions={actions} />}
      </PagedList>
    </Section>
  );
}
