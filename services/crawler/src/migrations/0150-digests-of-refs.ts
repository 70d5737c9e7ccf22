import type { MigrationStep } from '@leakwatch/platform';

/** Tells that a remote has the refs whose blobs are all in the ledger (docs/decisions/0150). */
export const digestsOfRefs: MigrationStep = {
  name: '0150-digests-of-refs',
  sql: `alter table crawler.mirror add column refs_digest text;`,
};
