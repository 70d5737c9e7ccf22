import type { MigrationStep } from '@leakwatch/platform';

/** The values that every event has, as in 0094-overview. */
const VALUES = `(values ('source', e.source_type), ('language', e.language), ('pattern', e.pattern_text), ('owner', e.owner),
  ('repository', e.container_title), ('author', e.author),
  ('day', to_char(e.created at time zone 'UTC', 'YYYY-MM-DD ') || coalesce(e.severity, 'none'))) as d (dimension, value)`;

/** As in 0059-detectors. */
const FOUND = `(select 'severity', e.severity union all select 'token', unnest(e.detectors)::text) as d (dimension, value)`;

/** In one statement of its own: new events are unassigned and not closed, and are not read twice. */
const TRIAGED = `(values ('assignee', e.assignee_id::text), ('reason', e.close_reason)) as d (dimension, value)`;

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
    ${count(TRIAGED, counted, rows, 'where (e.assignee_id is not null or e.close_reason is not null) and value is not null', having)}
    return null;
  end $$;`;

/** Events counted by the reason for which they were closed, and an index for the filter by it (docs/decisions/0066-assignment.md). */
export const eventsByReason: MigrationStep = {
  name: '0110-events-by-reason',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);
    -- A change that is made with the functions of before would be missing in what is counted here.
    lock table events.event in share row exclusive mode;

    ${counting('count_added', 'count(*)', 'added')}
    ${counting('count_removed', '-count(*)', 'removed')}
    ${counting(
      'count_changed',
      'sum(change)',
      '(select a.*, 1 as change from added a union all select r.*, -1 from removed r)',
      'having sum(change) <> 0',
    )}

    insert into events.event_count (${KEY}, value, count)
      select organisation_id, task_id, status, 'reason', md5(close_reason)::uuid, close_reason, count(*)
      from events.event where close_reason is not null
      group by organisation_id, task_id, status, close_reason;

    create index event_of_reason on events.event (organisation_id, close_reason, status, created desc, id) where close_reason is not null;
  `,
};
