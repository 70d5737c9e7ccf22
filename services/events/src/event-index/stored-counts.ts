import { type RawBuilder, sql } from '@leakwatch/platform';

/** The stored counts with the changes that are not yet added, as c. They know status, task, organisation and one value of an event alone. */
export const storedCounts: RawBuilder<unknown> = sql`(
  select organisation_id, task_id, status, dimension, value_hash, value, count from events.event_count
  union all
  select organisation_id, task_id, status, dimension, value_hash, value, change from events.event_count_change) c`;
