import type { MigrationStep } from '@leakwatch/platform';

/** The total of a list under one filter is read from the counts of one value, of every status and task (`storedListCounts`). */
export const countsByValue: MigrationStep = {
  name: '0113-counts-by-value',
  sql: `
    create index event_count_of_value on events.event_count (organisation_id, dimension, value_hash);`,
};
