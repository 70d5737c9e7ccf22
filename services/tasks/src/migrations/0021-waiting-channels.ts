import type { MigrationStep } from '@leakwatch/platform';

/** Channels added to a confirmed source of an organisation that is not trusted: staff have not confirmed them yet. */
export const waitingChannels: MigrationStep = {
  name: '0021-waiting-channels',
  sql: `alter table tasks.task_source add column waiting_channels text[] not null default '{}';`,
};
