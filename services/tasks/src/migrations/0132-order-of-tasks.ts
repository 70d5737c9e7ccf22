import type { MigrationStep } from '@leakwatch/platform';

/** The first pages of the tasks and of the open launches of all organisations are read by indexes instead of joining and sorting all of them. */
export const orderOfTasks: MigrationStep = {
  name: '0132-order-of-tasks',
  sql: `
    create index task_by_created on tasks.task (created desc, id) where archived_at is null;
    create index task_unconfirmed on tasks.task (created desc, id) where archived_at is null and not confirmed;
    create index launch_by_created on tasks.launch (created, id) where state in ('waiting', 'released', 'cancelling');
    create index task_source_additions on tasks.task_source (task_id) where waiting or waiting_channels <> '{}';
  `,
};
