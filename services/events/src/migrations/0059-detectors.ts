import type { MigrationStep } from '@leakwatch/platform';

/** The values that every event has. */
const VALUES = `(values ('source', e.source_type), ('language', e.language), ('pattern', e.pattern_text), ('owner', e.owner),
  ('repository', e.container_title)) as d (dimension, value)`;

/** What was found in an event, in a statement of its own: most events hold nothing, and are not read twice. */
const FOUND = `(select 'severity', e.severity union all select 'token', unnest(e.detectors)::text) as d (dimension, value)`;

const KEY = 'organisation_id, task_id, status, dimension, value_hash';

/** Adds one change of counts for each value of what a statement changed. */
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
    return null;
  end $$;`;

/**
 * What detectors and templates of staff found in an event, counted with the other values; the templates, which are copies; and how
 * far the events were examined with them (docs/decisions/0049-detectors.md).
 */
export const detectors: MigrationStep = {
  name: '0059-detectors',
  sql: `
    alter table events.event
      add column detectors uuid[] not null default '{}',
      add column tokens jsonb not null default '[]',
      add column severity text check (severity in ('critical', 'high', 'medium', 'low')),
      -- An event has a severity where something was found: the triggers below count on it.
      add check ((severity is null) = (detectors = '{}'));

    create table events.regex_template (
      id uuid primary key,
      version int not null,
      name text not null,
      regex text not null,
      hint text not null,
      severity text not null,
      deleted boolean not null
    );

    create table events.detector_set (
      id int primary key check (id = 1),
      revision int not null,
      built_in int not null,
      examined_to uuid,
      examined boolean not null
    );
    insert into events.detector_set (id, revision, built_in, examined) values (1, 1, 0, false);

    ${counting('count_added', 'count(*)', 'added')}
    ${counting('count_removed', '-count(*)', 'removed')}
    ${counting(
      'count_changed',
      'sum(change)',
      '(select a.*, 1 as change from added a union all select r.*, -1 from removed r)',
      'having sum(change) <> 0',
    )}
  `,
};
