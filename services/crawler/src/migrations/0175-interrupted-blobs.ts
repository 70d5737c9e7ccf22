import type { MigrationStep } from '@leakwatch/platform';

/** A blob at which git was ended is read again (docs/decisions/0175). */
export const interruptedBlobs: MigrationStep = {
  name: '0175-interrupted-blobs',
  sql: `
    -- How often git was ended while it read the blob; null where a version wrote the reason that did not count.
    alter table crawler.blob add column interruptions int,
      -- When a blob that is interrupted is due to be read again.
      add column read_again_at timestamptz;
  `,
};
