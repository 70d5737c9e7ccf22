import type { MigrationStep } from '@leakwatch/platform';

/** In which transaction a unit changed, so that no report of a launch misses a change that was committed late (docs/decisions/0086). */
export const changedUnits: MigrationStep = {
  name: '0114-changed-units',
  sql: `
    alter table crawler.unit add column changed_in bigint not null default 0;
    alter table crawler.unit alter column changed_in set default pg_current_xact_id()::text::bigint;
    -- The oldest transaction that was not over when the launch was reported.
    alter table crawler.launch add column reported_before bigint;
    -- What the last report told.
    alter table crawler.launch add column told text;

    create function crawler.note_changed_unit() returns trigger language plpgsql as $$
      begin
        new.changed_in := pg_current_xact_id()::text::bigint;
        return new;
      end $$;
    -- What a report tells.
    create trigger note_changed_unit
      before update of error_code, failing_since, failed_at, pass, percent, pass_began_at, last_pass, last_pass_ended_at, silent_since
      on crawler.unit for each row execute function crawler.note_changed_unit();
  `,
};
