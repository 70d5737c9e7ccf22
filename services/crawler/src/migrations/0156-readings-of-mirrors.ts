import type { MigrationStep } from '@leakwatch/platform';

/** How far a mirror is read for a task: the worker writes it, and launches over repositories are views of it (docs/decisions/0156). */
export const readingsOfMirrors: MigrationStep = {
  name: '0156-readings-of-mirrors',
  sql: `
    alter table crawler.mirror_use
      add column repository_id uuid,
      -- When a launch last asked for a reading; null when none is wanted.
      add column wanted_at timestamptz,
      add column next_at timestamptz not null default now(),
      add column leased_until timestamptz,
      add column lease_epoch bigint not null default 0,
      add column tries int not null default 0,
      add column needs_place boolean not null default false,
      -- Of the reading that is under way, and of the last one that ended.
      add column began_at timestamptz,
      add column ended_began_at timestamptz,
      add column failed boolean not null default false,
      add column status text not null default 'created',
      add column error_code text,
      add column last_indexed timestamptz,
      add column blobs_total int not null default 0,
      add column blobs_scanned int not null default 0,
      add column blobs_unread int not null default 0,
      add column blobs_unchecked int not null default 0,
      add column percent double precision not null default 0,
      add column changed_in bigint not null default 0,
      -- That of the state that was last reported.
      add column reported_in bigint;
    alter table crawler.mirror_use alter column changed_in set default pg_current_xact_id()::text::bigint;
    create index mirror_use_wanted on crawler.mirror_use (organisation_id, task_id, needs_place desc, wanted_at, mirror_id) where wanted_at is not null;
    create index mirror_use_leased on crawler.mirror_use (organisation_id, task_id) where leased_until is not null;

    create function crawler.note_changed_reading() returns trigger language plpgsql as $$
      begin
        new.changed_in := pg_current_xact_id()::text::bigint;
        return new;
      end $$;
    create trigger note_changed_reading
      before update of ended_began_at, failed, status, error_code, last_indexed, blobs_total, blobs_scanned, blobs_unread, blobs_unchecked, percent
      on crawler.mirror_use for each row execute function crawler.note_changed_reading();

    -- Tries are counted for each reading.
    drop table crawler.launch_try;
  `,
};
