import type { MigrationStep } from '@leakwatch/platform';

/** When each counted event was created, for charts by hour. A rebuild fills it for events that were counted before. */
export const hoursOfEvents: MigrationStep = {
  name: '0069-hours-of-events',
  sql: `
    alter table reports.counted_event add column created timestamptz;
    create index counted_event_created on reports.counted_event (organisation_id, created) include (source_type, task_id);
    create index daily_events_of_organisation on reports.daily_events (organisation_id, day);
  `,
};
