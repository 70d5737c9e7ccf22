import type { MigrationStep } from '@leakwatch/platform';

/** Files of a repository for which an expression of the task was too expensive. */
export const uncheckedFiles: MigrationStep = {
  name: '0036-unchecked-files',
  sql: `alter table tasks.repository add column blobs_unchecked int not null default 0`,
};
