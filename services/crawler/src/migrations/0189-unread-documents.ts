import type { MigrationStep } from '@leakwatch/platform';

/** What the readers before could not read is read once more (docs/decisions/0189). */
export const unreadDocuments: MigrationStep = {
  name: '0189-unread-documents',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);
    -- Without a number of interruptions a blob is due once.
    update crawler.blob set interruptions = null where unread in ('damaged', 'encrypted', 'not_supported');
    -- Those over a bound again: the step 0176 saw no row of a document where the owner of the database is bound by its policies.
    update crawler.document set matched_version = null where unread in ('damaged', 'encrypted', 'not_supported', 'over_bound');
  `,
};
