import type { MigrationStep } from '@leakwatch/platform';

/** Rows of the ledger are written under a lock of their mirror, so nothing is looked up for each of them (docs/decisions/0170). */
export const ledgerWithoutChecks: MigrationStep = {
  name: '0170-ledger-without-checks',
  sql: `alter table crawler.blob drop constraint blob_mirror_id_fkey;`,
};
