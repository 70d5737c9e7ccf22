import { type MigrationStep, organisationPolicies, roleOf } from '@leakwatch/platform';

/**
 * Parts of texts through an index. Under row-level security no index serves `like`, because its operator may tell of rows that a policy hides.
 * So a function that runs as the owner of the table looks into the index; it gives ids within the scope of the transaction, and nothing of a
 * text (docs/decisions/0087-parts-of-texts.md).
 */
export const textsOfEvents: MigrationStep = {
  name: '0115-texts-of-events',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;

    -- Texts in lower case. Not in events.event: each change of a status would write all entries of the index again.
    create table events.event_text (
      event_id uuid primary key references events.event on delete cascade,
      organisation_id uuid not null,
      content text not null,
      path text not null,
      owner text not null
    );
    create index event_text_parts on events.event_text
      using gin (organisation_id, content gin_trgm_ops, path gin_trgm_ops, owner gin_trgm_ops);
    ${organisationPolicies('events.event_text')}
    -- The function below reads it as the owner, whoever that is after a backup was restored. No service is the owner.
    alter table events.event_text no force row level security;

    -- Events whose texts are not in event_text yet: the intake does not wait for the index.
    create table events.text_to_index (
      organisation_id uuid not null,
      event_id uuid not null,
      primary key (organisation_id, event_id)
    );
    ${organisationPolicies('events.text_to_index')}

    create function events.index_later() returns trigger language plpgsql as $$
    begin
      insert into events.text_to_index (organisation_id, event_id) select organisation_id, id from added on conflict do nothing;
      return null;
    end $$;
    create trigger index_later after insert on events.event referencing new table as added
      for each statement execute function events.index_later();
    insert into events.text_to_index (organisation_id, event_id) select organisation_id, id from events.event;

    -- Nothing changes these columns today; who will, has the event indexed again.
    create function events.index_again() returns trigger language plpgsql as $$
    begin
      insert into events.text_to_index (organisation_id, event_id) values (new.organisation_id, new.id) on conflict do nothing;
      return null;
    end $$;
    create trigger index_again after update of excerpt, path, owner on events.event
      for each row when ((old.excerpt, old.path, old.owner) is distinct from (new.excerpt, new.path, new.owner))
      execute function events.index_again();

    -- Ids of the events of 'asked' (null: of all that the scope may see) whose text holds the part, letter case ignored; at most 'most', null: all.
    create function events.events_with_text(field text, part text, asked uuid, most int) returns setof uuid
      language plpgsql stable security definer rows 100
      set search_path = pg_catalog, pg_temp
      -- The estimates for parts of texts are too rough to choose between this index and reading the table.
      set enable_seqscan = off
      set enable_indexscan = off
      -- A bitmap of a million events; a smaller one would keep pages instead of rows, and read all rows of each.
      set work_mem = '16MB'
    as $$
    declare
      scope text := coalesce(current_setting('leakwatch.scope', true), '');
      seen uuid := asked;
      sought text := lower(part);
      condition text;
    begin
      if scope = 'organisation' then
        seen := nullif(current_setting('leakwatch.organisation', true), '')::uuid;
        if seen is null or asked <> seen then return; end if;
      elsif scope not in ('staff', 'consumer', 'scheduler') then
        return;
      end if;
      if row_security_active('events.event_text') then
        raise exception 'events_with_text does not belong to the owner of event_text: it would find nothing';
      end if;
      if field not in ('content', 'path', 'owner') then raise exception 'events have no text %', field; end if;
      if sought ~ '[[:alnum:]]{3}|[[:alnum:]]{2}[^[:alnum:]]|[^[:alnum:]][[:alnum:]]' then
        condition := format('%I like $1', field);
        sought := '%' || regexp_replace(sought, '([\\\\%_])', '\\\\\\1', 'g') || '%';
      else
        -- Without three characters in a row that the index knows it would be read as a whole: reading the texts takes less.
        condition := format('strpos(%I, $1) > 0', field);
      end if;
      return query execute format('select event_id from events.event_text where %s%s limit $3', condition,
        case when seen is null then '' else ' and organisation_id = $2' end) using sought, seen, most;
    end $$;
    revoke all on function events.events_with_text from public;
    grant execute on function events.events_with_text to ${roleOf('events')};
  `,
};
