import type { MigrationStep } from '@leakwatch/platform';

/** Recipients from before there were messages about them are announced once. */
export const recipients: MigrationStep = {
  name: '0101-recipients',
  sql: `
    alter table tasks.task add column recipients_announced boolean not null default true;
    select set_config('leakwatch.scope', 'scheduler', true);
    update tasks.task set recipients_announced = false where recipients <> '{}' and archived_at is null;
    create index task_to_announce on tasks.task (id) where not recipients_announced;
  `,
};
