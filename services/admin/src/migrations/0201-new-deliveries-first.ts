import type { MigrationStep } from '@leakwatch/platform';

/** Deliveries that are sent again together stand behind new ones (docs/decisions/0201). */
export const newDeliveriesFirst: MigrationStep = {
  name: '0201-new-deliveries-first',
  sql: `
    alter table admin.webhook_delivery add column resent boolean not null default false;
    create index webhook_delivery_next on admin.webhook_delivery (webhook_id, resent, due, id) where status = 'pending';
    drop index admin.webhook_delivery_due;
  `,
};
