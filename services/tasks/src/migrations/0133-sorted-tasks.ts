import type { MigrationStep } from '@leakwatch/platform';

/** The first page of each sort of staff's lists is read by an index instead of sorting all rows. `task_by_created` serves the date. */
export const sortedTasks: MigrationStep = {
  name: '0133-sorted-tasks',
  sql: `
    create index task_by_title on tasks.task (lower(title), id) where archived_at is null;
    create index observer_by_title on tasks.task (lower(title), id) where archived_at is null and git_monitoring and observer is not null;
    create index observer_by_account on tasks.task (lower(observer->>'account_name'), id)
      where archived_at is null and git_monitoring and observer is not null;
  `,
};
