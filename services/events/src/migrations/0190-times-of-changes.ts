import type { MigrationStep } from '@leakwatch/platform';

/** When an event was fixed before a change, for its undo; a comment that nobody changed has the same time twice (the clock may go on within a row). */
export const timesOfChanges: MigrationStep = {
  name: '0190-times-of-changes',
  sql: `
    alter table events.status_change add column from_fixed_at timestamptz;
    alter table events.comment
      alter column created set default statement_timestamp(),
      alter column updated set default statement_timestamp();
  `,
};
