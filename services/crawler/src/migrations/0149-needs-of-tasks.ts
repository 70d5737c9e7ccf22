import type { MigrationStep } from '@leakwatch/platform';

/** Identifies tasks whose units an older version derived (docs/decisions/0149). */
export const needsOfTasks: MigrationStep = {
  name: '0149-needs-of-tasks',
  sql: `alter table crawler.watched_task add column needs_digest text;`,
};
