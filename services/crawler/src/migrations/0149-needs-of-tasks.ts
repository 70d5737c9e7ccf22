import type { MigrationStep } from '@leakwatch/platform';

/** Tells which tasks were stored by a version that derived other units from them (docs/decisions/0149). */
export const needsOfTasks: MigrationStep = {
  name: '0149-needs-of-tasks',
  sql: `alter table crawler.watched_task add column needs_digest text;`,
};
