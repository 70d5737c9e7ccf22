import type { MigrationStep } from '@leakwatch/platform';

/** Values of an event, and its columns that decide them. */
interface Counted {
  readonly values: string;
  readonly columns: readonly string[];
  /** Which rows have such a value. */
  readonly where?: string;
}

/** As in 0110-events-by-reason. */
const COUNTED: readonly Counted[] = [
  {
    values: `(values ('source', e.source_type), ('language', e.language), ('pattern', e.pattern_text), ('owner', e.owner),
      ('repository', e.container_title), ('author', e.author),
      ('day', to_char(e.created at time zone 'UTC', 'YYYY-MM-DD ') || coalesce(e.severity, 'none'))) as d (dimension, value)`,
    columns: ['source_type', 'language', 'pattern_text', 'owner', 'container_title', 'author', 'created', 'severity'],
  },
  {
    values: `(select 'severity', e.severity union all select 'token', unnest(e.detectors)::text) as d (dimension, value)`,
    columns: ['severity', 'detectors'],
    where: 'e.severity is not null',
  },
  {
    values: `(values ('assignee', e.assignee_id::text), ('reason', e.close_reason)) as d (dimension, value)`,
    columns: ['assignee_id', 'close_reason'],
    where: '(e.assignee_id is not null or e.close_reason is not null) and value is not null',
  },
];

const KEY = 'organisation_id, task_id, status, dimension, value_hash';
const INTO = `insert into events.event_count_change (${KEY}, value, change)`;

function changesOf({ values, columns, where = 'true' }: Counted): string {
  const of = (row: string) => ['organisation_id', 'task_id', ...columns].map((column) => `${row}.${column}`).join(', ');
  const edited = `(${of('a')}) is distinct from (${of('r')})`;
  return `
    -- Nearly all changes are of the status alone: their values are read once, and counted as taken from one status and given to another.
    ${INTO}
      select m.organisation_id, m.task_id, s.status, m.dimension, md5(m.value)::uuid, m.value, s.change
      from (select organisation_id, task_id, from_status, status, dimension, value, count(*) as events
        from (select a.*, r.status as from_status from added a join removed r on r.id = a.id
          where a.status <> r.status and not (${edited})) e cross join lateral ${values} where ${where}
        group by organisation_id, task_id, from_status, status, dimension, value) m
      cross join lateral (values (m.from_status, -m.events), (m.status, m.events)) as s (status, change);
    ${INTO}
      select organisation_id, task_id, status, dimension, md5(value)::uuid, value, sum(change)
      from (select a.*, 1 as change from added a join removed r on r.id = a.id where ${edited}
        union all select r.*, -1 from removed r join added a on a.id = r.id where ${edited}) e cross join lateral ${values} where ${where}
      group by organisation_id, task_id, status, dimension, value having sum(change) <> 0;`;
}

/**
 * What a change of many events adds to the counts, in half of the time: events that change nothing that is counted, such as those that are
 * found again, are left out before their values are read, and a change of the status reads the values once
 * (docs/decisions/0039-counted-statistics.md).
 */
export const countsOfChanges: MigrationStep = {
  name: '0215-counts-of-changes',
  sql: `
  select set_config('leakwatch.scope', 'consumer', true);
  create or replace function events.count_changed() returns trigger language plpgsql as $$
  begin
    ${COUNTED.map(changesOf).join('')}
    return null;
  end $$;`,
};
