import type { MigrationStep } from '@leakwatch/platform';

/** A launch that makes no progress says since when (docs/decisions/0129). */
export const stalledLaunches: MigrationStep = {
  name: '0130-stalled-launches',
  sql: `
    -- What had been done when it last made progress, and when that was.
    alter table crawler.launch add column progress_made text;
    alter table crawler.launch add column progressed_at timestamptz not null default now();
  `,
};
