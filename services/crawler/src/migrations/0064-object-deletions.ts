import type { MigrationStep } from '@leakwatch/platform';

/** Kept content that no finding refers to yet. Keys are made of ids and hashes; only the crawler's own work reads them. */
export const objectDeletions: MigrationStep = {
  name: '0064-object-deletions',
  sql: `
    create table crawler.object_deletion (object_key text primary key, due timestamptz not null);
    create index object_deletion_due on crawler.object_deletion (due);
  `,
};
