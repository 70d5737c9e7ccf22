import type { MigrationStep } from '@leakwatch/platform';

/** A keyed hash of the body that created a task: the same creation that is sent again answers it (docs/decisions/0184). Null for those of before. */
export const digestsOfCreations: MigrationStep = {
  name: '0184-digests-of-creations',
  sql: `alter table tasks.task add column creation_digest text;`,
};
