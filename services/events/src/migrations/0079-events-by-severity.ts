import type { MigrationStep } from '@leakwatch/platform';

/**
 * The list in the order of severity: the worst first, events without one last. A column, because row-level security lets no expression with a
 * function be a condition of an index.
 */
export const eventsBySeverity: MigrationStep = {
  name: '0079-events-by-severity',
  sql: `
    alter table events.event add column severity_rank int not null
      generated always as (coalesce(array_position(array['critical', 'high', 'medium', 'low'], severity), 5)) stored;
    create index event_by_severity on events.event (organisation_id, status, severity_rank, created desc, id);
  `,
};
