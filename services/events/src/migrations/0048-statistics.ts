import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

const KEY = 'organisation_id, task_id, status, dimension, value_hash';

/** The values of an event that are counted, as rows of (dimension, value). */
const DIMENSIONS = `(values ('source', e.source_type), ('language', e.language), ('pattern', e.pattern_text), ('owner', e.owner),
  ('repository', e.container_title)) as d (dimension, value)`;

/** Of each table: rows that are hidden with the events of a deleted task. */
const hiddenWithTask = (table: string) => `
  create policy shown_counts on ${table} as restrictive for select
    using (current_setting('leakwatch.scope', true) = 'consumer'
      or task_id not in (select t.task_id from events.task t where t.events_deleted_at is not null));`;

/**
 * Events counted by task, status and value. Triggers on events.event add the changes of each statement to
 * event_count_change, so that every writer is counted and none waits for another; a schedule adds them up in event_count
 * (docs/decisions/0039-counted-statistics.md).
 */
export const statistics: MigrationStep = {
  name: '0048-statistics',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);

    create table events.event_count (
      organisation_id uuid not null,
      task_id uuid not null,
      status text not null,
      dimension text not null,
      -- A value may be longer than an index entry.
      value_hash uuid not null,
      value text not null,
      count bigint not null,
      primary key (organisation_id, dimension, status, task_id, value_hash)
    );
    create index event_count_spent on events.event_count (organisation_id) where count = 0;
    ${organisationPolicies('events.event_count')}
    ${hiddenWithTask('events.event_count')}

    create table events.event_count_change (
      id bigint generated always as identity primary key,
      organisation_id uuid not null,
      task_id uuid not null,
      status text not null,
      dimension text not null,
      value_hash uuid not null,
      value text not null,
      change int not null
    );
    create index event_count_change_of on events.event_count_change (organisation_id, dimension, status);
    ${organisationPolicies('events.event_count_change')}
    ${hiddenWithTask('events.event_count_change')}

    create function events.count_added() returns trigger language plpgsql as $$
    begin
      insert into events.event_count_change (${KEY}, value, change)
        select organisation_id, task_id, status, dimension, md5(value)::uuid, value, count(*)
        from added e cross join lateral ${DIMENSIONS}
        group by organisation_id, task_id, status, dimension, value;
      return null;
    end $$;

    create function events.count_removed() returns trigger language plpgsql as $$
    begin
      insert into events.event_count_change (${KEY}, value, change)
        select organisation_id, task_id, status, dimension, md5(value)::uuid, value, -count(*)
        from removed e cross join lateral ${DIMENSIONS}
        group by organisation_id, task_id, status, dimension, value;
      return null;
    end $$;

    create function events.count_changed() returns trigger language plpgsql as $$
    begin
      insert into events.event_count_change (${KEY}, value, change)
        select organisation_id, task_id, status, dimension, md5(value)::uuid, value, sum(change)
        from (select a.*, 1 as change from added a union all select r.*, -1 from removed r) e cross join lateral ${DIMENSIONS}
        group by organisation_id, task_id, status, dimension, value having sum(change) <> 0;
      return null;
    end $$;

    create trigger count_added after insert on events.event referencing new table as added
      for each statement execute function events.count_added();
    create trigger count_removed after delete on events.event referencing old table as removed
      for each statement execute function events.count_removed();
    create trigger count_changed after update on events.event referencing new table as added old table as removed
      for each statement execute function events.count_changed();

    insert into events.event_count (${KEY}, value, count)
      select organisation_id, task_id, status, dimension, md5(value)::uuid, value, count(*)
      from events.event e cross join lateral ${DIMENSIONS}
      group by organisation_id, task_id, status, dimension, value;
  `,
};
