import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Units: what is read once for every task that needs it (docs/behaviour/units.md). */
export const units: MigrationStep = {
  name: '0051-units',
  sql: `
    -- The number of the last change of watched patterns. A transaction that adds patterns holds the row until it ends, so whoever
    -- reads number n also reads every pattern with a number up to n.
    create table crawler.watch_clock (id boolean primary key default true check (id), version bigint not null);
    insert into crawler.watch_clock (version) values (0);

    -- Patterns of running tasks, for each source that the task selected and that is read in units.
    create table crawler.watched_pattern (
      task_id uuid not null,
      source_type text not null,
      pattern_id uuid not null,
      organisation_id uuid not null,
      kind text not null,
      text text not null,
      added bigint not null,
      primary key (task_id, source_type, pattern_id)
    );
    create index watched_pattern_added on crawler.watched_pattern (source_type, added);
    create index watched_pattern_text on crawler.watched_pattern (source_type, text);
    ${organisationPolicies('crawler.watched_pattern')}

    -- Organisations that have accounts of their own for a source: their units are read with these and shared with nobody.
    create table crawler.own_access (
      organisation_id uuid not null,
      source_type text not null,
      version bigint not null,
      owns boolean not null,
      primary key (organisation_id, source_type)
    );
    ${organisationPolicies('crawler.own_access')}

    -- organisation_id is null for what is read with shared accounts or without one: its documents are public.
    create table crawler.unit (
      id uuid primary key,
      source_type text not null,
      key text not null,
      credential_scope text not null default '',
      organisation_id uuid,
      request jsonb not null,
      state jsonb,
      -- The highest number of its patterns when the last pass began: a pass with a newer pattern begins without the state.
      added bigint not null default 0,
      -- Slices that wait in the pass that runs.
      frontier jsonb not null default '[]',
      -- When a launch last asked for a pass; null when no pass is wanted.
      wanted_at timestamptz,
      next_at timestamptz not null default now(),
      stepped_at timestamptz,
      leased_until timestamptz,
      lease_epoch bigint not null default 0,
      tries int not null default 0,
      failing_since timestamptz,
      failed_at timestamptz,
      error_code text,
      error_text text,
      pass_began_at timestamptz,
      pass jsonb not null default '{}',
      percent int not null default 0,
      last_pass_began_at timestamptz,
      last_pass_ended_at timestamptz,
      last_pass jsonb,
      created timestamptz not null default now(),
      unique (source_type, credential_scope, key)
    );
    create index unit_wanted on crawler.unit (source_type, next_at) where wanted_at is not null;
    ${organisationPolicies('crawler.unit')}

    -- A running task needs a unit. pattern_ids is null where the unit serves every pattern; added is the highest number of its patterns.
    create table crawler.subscription (
      unit_id uuid not null references crawler.unit on delete cascade,
      task_id uuid not null,
      organisation_id uuid not null,
      source_type text not null,
      pattern_ids text[],
      added bigint not null,
      primary key (unit_id, task_id)
    );
    create index subscription_task on crawler.subscription (task_id, source_type);
    ${organisationPolicies('crawler.subscription')}

    -- Documents that an answer named and that are not read yet.
    create table crawler.reference (
      unit_id uuid not null references crawler.unit on delete cascade,
      position bigint generated always as identity,
      organisation_id uuid,
      document_id bytea not null,
      key text not null,
      version text not null,
      container jsonb not null,
      hint jsonb not null,
      tries int not null default 0,
      next_at timestamptz not null default now(),
      primary key (unit_id, position),
      unique (unit_id, document_id)
    );
    ${organisationPolicies('crawler.reference')}

    -- The ledger of documents: id is the hash of source, credential scope and key. matched_version is the number of the watched patterns
    -- that the version met; null while it is read for the first time.
    create table crawler.document (
      id bytea primary key,
      organisation_id uuid,
      source_type text not null,
      version text,
      matched_version bigint,
      unread text,
      claimed_by uuid,
      claimed_until timestamptz,
      seen_on date not null default current_date
    );
    create index document_seen on crawler.document (seen_on);
    ${organisationPolicies('crawler.document')}

    -- A task's launch over a source that is read in units; it ends when its units were read.
    create table crawler.launch (
      launch_id uuid primary key,
      task_id uuid not null,
      organisation_id uuid not null,
      source_type text not null,
      began_at timestamptz not null default now(),
      percent int not null default 0,
      reported_at timestamptz,
      ended_at timestamptz,
      -- The task was stopped: the launch ends, also when the task runs again by now.
      cancelled boolean not null default false
    );
    create index launch_open on crawler.launch (source_type) where ended_at is null;
    create index launch_task on crawler.launch (task_id, source_type, began_at desc);
    ${organisationPolicies('crawler.launch')}

    -- Start-time fair queueing: what an organisation's units have cost so far, on the clock of their source.
    create table crawler.turn (
      source_type text not null,
      organisation_id uuid not null,
      served double precision not null,
      primary key (source_type, organisation_id)
    );
    ${organisationPolicies('crawler.turn')}
    create table crawler.turn_clock (source_type text primary key, served double precision not null);
  `,
};
