import type { MigrationStep } from '@leakwatch/platform';

/** What the sweeps of retention.ts look for. */
export const retention: MigrationStep = {
  name: '0022-retention',
  sql: `
    create index launch_finished on tasks.launch (finished_at) where finished_at is not null;
    create index task_archived on tasks.task (archived_at) where archived_at is not null;
    alter table tasks.told_fact add column since timestamptz not null default now();
  `,
};
