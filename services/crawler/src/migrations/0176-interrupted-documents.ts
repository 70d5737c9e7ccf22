import type { MigrationStep } from '@leakwatch/platform';

/** A document whose process was ended from outside is read again (docs/decisions/0176). */
export const interruptedDocuments: MigrationStep = {
  name: '0176-interrupted-documents',
  sql: `
    -- How often the processes that read the document were ended, and when it is due again; null where it is not interrupted.
    alter table crawler.reference add column interruptions int not null default 0,
      add column read_again_at timestamptz;
    -- Earlier versions did not distinguish an end from outside from a bound: what an answer names again is read once more.
    update crawler.document set matched_version = null where unread = 'over_bound';
  `,
};
