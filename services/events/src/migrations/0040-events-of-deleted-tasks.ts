import type { MigrationStep } from '@leakwatch/platform';

/**
 * Events deleted with their task: row-level security hides them from users and the scheduler, so no query can forget it.
 * Consumers see them, for the intake and the purge.
 */
export const eventsOfDeletedTasks: MigrationStep = {
  name: '0040-events-of-deleted-tasks',
  sql: `
    alter table events.task add column events_deleted_at timestamptz;
    create index task_events_deleted on events.task (task_id) where events_deleted_at is not null;

    create policy shown_events on events.event as restrictive for select
      using (current_setting('leakwatch.scope', true) = 'consumer'
        or task_id not in (select t.task_id from events.task t where t.events_deleted_at is not null));

    -- The badge is counted by an index-only scan, and the policy now needs the task.
    create index event_list_2 on events.event (organisation_id, status, created desc, id) include (task_id);
    drop index events.event_list;
    alter index events.event_list_2 rename to event_list;
  `,
};
