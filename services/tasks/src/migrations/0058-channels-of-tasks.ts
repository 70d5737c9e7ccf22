import type { MigrationStep } from '@leakwatch/platform';

/** Copies of tasks that other services keep lack the Telegram channels: a higher version makes them ask for the task again. */
export const channelsOfTasks: MigrationStep = {
  name: '0058-channels-of-tasks',
  sql: `update tasks.task set version = version + 1 where id in (select task_id from tasks.task_source where source_type = 'telegram');`,
};
