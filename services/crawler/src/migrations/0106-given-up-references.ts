import type { MigrationStep } from '@leakwatch/platform';

/** A document that could not be read in a pass is kept for the next one, which may not name it again (docs/decisions/0078). */
export const givenUpReferences: MigrationStep = {
  name: '0106-given-up-references',
  sql: `alter table crawler.reference add column given_up_at timestamptz;`,
};
