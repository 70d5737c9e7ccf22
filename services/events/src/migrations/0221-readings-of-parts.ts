import type { MigrationStep } from '@leakwatch/platform';

/** What the last version of a document said about the part of an event: findings of one version may reach the intake in several batches. */
export const readingsOfParts: MigrationStep = {
  name: '0221-readings-of-parts',
  sql: `alter table events.event add column part_reading jsonb;`,
};
