import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Patterns that are added to a task are looked for in the content that is kept (docs/decisions/0073-archive.md). */
export const archive: MigrationStep = {
  name: '0096-archive',
  sql: `
    alter table events.event
      -- Found in kept content, before any launch found it.
      add column from_archive boolean not null default false,
      -- Of the document whose content is kept: document_version is the last one. null for events from before.
      add column content_version text;

    alter table events.task
      -- Where the task searches: sources, addresses of its repositories, names of its Telegram channels in lower case.
      add column source_types text[] not null default '{}',
      add column containers text[] not null default '{}';

    create table events.archive_search (
      id uuid primary key,
      organisation_id uuid not null,
      task_id uuid not null,
      -- 1: everything that is kept; 2: what was kept meanwhile; 3: done.
      pass int not null default 1,
      -- The hash of the last document that was searched in this pass.
      cursor text not null default '',
      -- Documents of the first pass; total is null until it begins.
      total int,
      searched int not null default 0,
      -- New events, documents that could not be read, and those that were too expensive for an expression.
      found int not null default 0,
      unread int not null default 0,
      unchecked int not null default 0,
      -- Rises with every change of its patterns.
      revision int not null default 0,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      -- The step under way: a holder with an older number cannot commit.
      fence bigint not null default 0,
      leased_until timestamptz,
      turn_at timestamptz,
      -- Steps that began and did not commit, since the last commit.
      tries int not null default 0,
      failures int not null default 0,
      failing_since timestamptz,
      failing_code text,
      due timestamptz not null default now()
    );
    create index archive_search_due on events.archive_search (due) where pass < 3;
    create index archive_search_of_task on events.archive_search (task_id, created_at);
    create index archive_search_turn on events.archive_search (organisation_id, turn_at);
    ${organisationPolicies('events.archive_search')}

    create table events.archive_pattern (
      task_id uuid not null,
      pattern_id uuid not null,
      organisation_id uuid not null,
      kind text not null,
      text text not null,
      -- The search that looks for it, or did; null when that is forgotten.
      search_id uuid references events.archive_search on delete set null,
      primary key (task_id, pattern_id)
    );
    create index archive_pattern_of_search on events.archive_pattern (search_id);
    ${organisationPolicies('events.archive_pattern')}
  `,
};
