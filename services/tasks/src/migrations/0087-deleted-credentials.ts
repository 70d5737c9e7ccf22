import type { MigrationStep } from '@leakwatch/platform';

/** Deleted tasks lose the credentials that they still have. */
export const deletedCredentials: MigrationStep = {
  name: '0087-deleted-credentials',
  sql: `
    select set_config('leakwatch.scope', 'scheduler', true);
    update tasks.repository set credentials = null
      where credentials is not null and task_id in (select id from tasks.task where archived_at is not null);
  `,
};
