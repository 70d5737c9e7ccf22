import type { MigrationStep } from '@leakwatch/platform';

/** A task that comes to need a channel meets what the channel held before, also with patterns that it has had for long. */
export const numberedSubscriptions: MigrationStep = {
  name: '0057-numbered-subscriptions',
  sql: `
    -- Number of watch_clock with which the subscription began, where a unit's documents meet its subscribers' patterns alone; else 0.
    alter table crawler.subscription add column since bigint not null default 0;
  `,
};
