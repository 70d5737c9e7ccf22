import type { MigrationStep } from '@leakwatch/platform';

/** What the crawler reports of a source that is read in units. */
export const unitSums: MigrationStep = {
  name: '0052-unit-sums',
  sql: `alter table tasks.task_source add column units jsonb`,
};
