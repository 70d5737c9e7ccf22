import type { MigrationStep } from '@leakwatch/platform';

/** Identifies the refs of a remote whose blobs are all in the ledger (docs/decisions/0150). */
export const digestsOfRefs: MigrationStep = {
  name: '0150-digests-of-refs',
  sql: `alter table crawler.mirror add column refs_digest text;`,
};
