import { inboxTable, organisationPolicies, type SchemaMigrations } from '@leakwatch/platform';
import { countedEvents } from './migrations/0040-counted-events.ts';
import { reports } from './migrations/0041-reports.ts';
import { retention } from './migrations/0043-retention.ts';
import { hoursOfEvents } from './migrations/0069-hours-of-events.ts';
import { reportsSentAgain } from './migrations/0202-reports-sent-again.ts';
import { fileDeletions } from './migrations/0042-file-deletions.ts';

export const migrations: SchemaMigrations = {
  service: 'reports',
  steps: [
    {
      name: '0001-daily-events',
      sql: `
        create table reports.daily_events (
          organisation_id uuid not null,
          task_id uuid not null,
          day date not null,
          source_type text not null,
          pattern text not null,
          events int not null,
          primary key (organisation_id, task_id, day, source_type, pattern)
        );
        ${organisationPolicies('reports.daily_events')}
        ${inboxTable('reports')}
      `,
    },
    countedEvents,
    reports,
    fileDeletions,
    retention,
    hoursOfEvents,
    reportsSentAgain,
  ],
};
