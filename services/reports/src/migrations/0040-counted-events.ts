import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/**
 * The counted events: a redelivered message, or one that arrives before or after a rebuild's snapshot, is counted
 * once. Row-level security hides the counts of tasks that were deleted with their events, also when messages arrive late.
 */
export const countedEvents: MigrationStep = {
  name: '0040-counted-events',
  sql: `
    create table reports.counted_event (
      event_id uuid primary key,
      organisation_id uuid not null,
      task_id uuid not null,
      source_type text not null,
      pattern text not null,
      day date not null,
      -- The newest rebuild that included it.
      rebuild int not null
    );
    create index counted_event_of_task on reports.counted_event (task_id);
    ${organisationPolicies('reports.counted_event')}

    create table reports.deleted_task (task_id uuid primary key, organisation_id uuid not null);
    ${organisationPolicies('reports.deleted_task')}
    create policy shown_counts on reports.daily_events as restrictive for select
      using (current_setting('leakwatch.scope', true) = 'consumer'
        or task_id not in (select t.task_id from reports.deleted_task t));

    create table reports.rebuild (number int primary key, begun_at timestamptz not null default now());
    insert into reports.rebuild (number) values (0);
  `,
};
