import type { MigrationStep } from '@leakwatch/platform';

/** The values that every event has; a day is that of its creation, with its severity. */
const VALUES = `(values ('source', e.source_type), ('language', e.language), ('pattern', e.pattern_text), ('owner', e.owner),
  ('repository', e.container_title), ('author', e.author),
  ('day', to_char(e.created at time zone 'UTC', 'YYYY-MM-DD ') || coalesce(e.severity, 'none'))) as d (dimension, value)`;

/** As in 0059-detectors. */
const FOUND = `(select 'severity', e.severity union all select 'token', unnest(e.detectors)::text) as d (dimension, value)`;

/** In a statement of its own, as what was found: new events are unassigned, and are not read twice. */
const ASSIGNED = `(values ('assignee', e.assignee_id::text)) as d (dimension, value)`;

const KEY = 'organisation_id, task_id, status, dimension, value_hash';

const count = (values: string, counted: string, rows: string, where: string, having: string) => `
    insert into events.event_count_change (${KEY}, value, change)
      select organisation_id, task_id, status, dimension, md5(value)::uuid, value, ${counted}
      from ${rows} e cross join lateral ${values} ${where}
      group by organisation_id, task_id, status, dimension, value ${having};`;

const counting = (name: string, counted: string, rows: string, having = '') => `
  create or replace function events.${name}() returns trigger language plpgsql as $$
  begin
    ${count(VALUES, counted, rows, '', having)}
    ${count(FOUND, counted, rows, 'where e.severity is not null', having)}
    ${count(ASSIGNED, counted, rows, 'where e.assignee_id is not null', having)}
    return null;
  end $$;`;

/** The last time when an event got a status in a way. */
const lastChange = (which: string) => `select c.event_id, max(c.at) as at from events.status_change c where ${which} group by c.event_id`;

/**
 * What the overview shows: events counted by author, and by day and severity, and those of the list by assignee; when an event was fixed,
 * and when it last came back (docs/decisions/0068-overview.md).
 */
export const overview: MigrationStep = {
  name: '0094-overview',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);

    alter table events.event
      add column author text not null generated always as (coalesce(nullif(commit ->> 'author', ''), owner)) stored,
      add column fixed_at timestamptz,
      add column returned_at timestamptz;
    update events.event e set fixed_at = c.at from (${lastChange("c.to_status = 'fixed'")}) c
      where c.event_id = e.id and e.status = 'fixed';
    update events.event e set returned_at = c.at from (${lastChange("c.actor_kind = 'system' and c.from_status = 'fixed'")}) c
      where c.event_id = e.id;
    -- The time to fix is read from this index alone; the policy needs the task.
    create index event_fixed on events.event (organisation_id, fixed_at) include (created, returned_at, severity, task_id)
      where fixed_at is not null;

    ${counting('count_added', 'count(*)', 'added')}
    ${counting('count_removed', '-count(*)', 'removed')}
    ${counting(
      'count_changed',
      'sum(change)',
      '(select a.*, 1 as change from added a union all select r.*, -1 from removed r)',
      'having sum(change) <> 0',
    )}

    insert into events.event_count (${KEY}, value, count)
      select organisation_id, task_id, status, dimension, md5(value)::uuid, value, count(*)
      from events.event e cross join lateral ${VALUES}
      where dimension in ('author', 'day')
      group by organisation_id, task_id, status, dimension, value;
  `,
};
