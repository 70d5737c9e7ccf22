import { type MigrationStep, organisationPolicies, roleOf } from '@leakwatch/platform';

/**
 * Events by one of their values, however rare it is. An index of events.event for each column would be written again at each change of a
 * status, and by the intake; this one is filled with the texts of events, in the background (docs/decisions/0111-rare-values.md).
 */
export const keysOfEvents: MigrationStep = {
  name: '0126-keys-of-events',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);

    create function events.key_of(organisation uuid, dimension text, value text) returns bigint language sql immutable
      as $$ select hashtextextended(organisation::text || dimension || ':' || value, 0) $$;

    create function events.keys_of(e events.event) returns bigint[] language sql stable as $$
      select array_agg(distinct events.key_of(e.organisation_id, v.dimension, v.value)) from (
        values ('task', e.task_id::text), ('source', e.source_type), ('pattern', e.pattern_text), ('language', e.language),
          ('owner', e.owner), ('repository', e.container_title), ('author', e.author)
        union all select 'token', d::text from unnest(e.detectors) d
      ) v (dimension, value) where v.value is not null $$;

    create table events.event_key (
      event_id uuid primary key references events.event on delete cascade,
      organisation_id uuid not null,
      -- Of a hash each: whoever looks one up compares the values themselves.
      keys bigint[] not null
    );
    insert into events.event_key (event_id, organisation_id, keys) select e.id, e.organisation_id, events.keys_of(e) from events.event e;
    create index event_key_keys on events.event_key using gin (keys);
    ${organisationPolicies('events.event_key')}
    -- As events.event_text: the function below reads it as the owner.
    alter table events.event_key no force row level security;

    -- Also when a process of the version before indexes a text.
    create function events.keep_keys() returns trigger language plpgsql as $$
    begin
      insert into events.event_key (event_id, organisation_id, keys)
        select e.id, e.organisation_id, events.keys_of(e) from indexed i join events.event e on e.id = i.event_id order by e.id
        on conflict (event_id) do update set keys = excluded.keys;
      return null;
    end $$;
    create trigger keep_keys_of_new after insert on events.event_text referencing new table as indexed
      for each statement execute function events.keep_keys();
    create trigger keep_keys_of_changed after update on events.event_text referencing new table as indexed
      for each statement execute function events.keep_keys();

    -- Detectors are looked for again after an update of the product; the other columns change by hand only.
    create trigger keys_again
      after update of detectors, task_id, source_type, pattern_text, language, container_title, commit on events.event
      for each row when (
        (old.detectors, old.task_id, old.source_type, old.pattern_text, old.language, old.container_title, old.author)
        is distinct from (new.detectors, new.task_id, new.source_type, new.pattern_text, new.language, new.container_title, new.author))
      execute function events.index_again();

    -- Ids of the events of 'asked' that have, in each dimension of 'wanted' ([{"dimension": …, "values": […]}, …]), one of its values, and
    -- of others with the same hashes; at most 'most'.
    create function events.events_with_values(wanted jsonb, asked uuid, most int) returns setof uuid
      language plpgsql stable security definer rows 100
      set search_path = pg_catalog, pg_temp
      -- Without statistics of keys the planner would guess.
      set enable_seqscan = off
      -- As for events_with_text.
      set work_mem = '16MB'
    as $$
    declare
      scope text := coalesce(current_setting('leakwatch.scope', true), '');
      conditions text;
    begin
      if scope = 'organisation' then
        if asked is distinct from nullif(current_setting('leakwatch.organisation', true), '')::uuid then return; end if;
      elsif scope not in ('staff', 'consumer', 'scheduler') then
        return;
      end if;
      if row_security_active('events.event_key') then
        raise exception 'events_with_values does not belong to the owner of event_key: it would find nothing';
      end if;
      select string_agg(format('keys && %L::bigint[]',
          array(select events.key_of(asked, w ->> 'dimension', v) from jsonb_array_elements_text(w -> 'values') v)), ' and ')
        into conditions from jsonb_array_elements(wanted) w;
      if asked is null or conditions is null then raise exception 'events_with_values needs an organisation and values'; end if;
      return query execute format('select event_id from events.event_key where organisation_id = $1 and %s limit $2', conditions)
        using asked, most;
    end $$;
    revoke all on function events.events_with_values from public;
    grant execute on function events.events_with_values to ${roleOf('events')};
  `,
};
