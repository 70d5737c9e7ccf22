import type { MigrationStep } from '@leakwatch/platform';

/** What was given up can be sent again together; deliveries that were sent again so keep the order of their event's changes. */
export const resentDeliveries: MigrationStep = {
  name: '0171-resent-deliveries',
  sql: `
    alter table admin.webhook_delivery add column in_order boolean not null default false;
    create index webhook_delivery_given_up on admin.webhook_delivery (webhook_id, at, created, id)
      where status = 'failed' and kind <> 'test' and fault is distinct from 'event_deleted';
    create index webhook_delivery_in_order on admin.webhook_delivery (webhook_id, event_id, at) where status = 'pending' and in_order;
  `,
};
