import type { MigrationStep } from '@leakwatch/platform';

/** Until when a delivery belongs to the process that sends it: whoever asks for it again meanwhile gets the one that is under way. */
export const claimedDeliveries: MigrationStep = {
  name: '0168-claimed-deliveries',
  sql: `alter table admin.webhook_delivery add column claimed_until timestamptz;`,
};
