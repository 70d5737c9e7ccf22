import type { MigrationStep } from '@leakwatch/platform';

/** In which versions of its document an event was found, so that a fixed leak that comes back is distinguished from one that is read again. */
export const seenVersions: MigrationStep = {
  name: '0078-seen-versions',
  sql: `
    -- Hashes (hashtextextended), the last ones; empty for events from before: their document_version alone is known.
    alter table events.event add column seen_versions bigint[] not null default '{}';
  `,
};
