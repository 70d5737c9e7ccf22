import { inboxTable, organisationPolicies, type SchemaMigrations } from '@leakwatch/platform';
import { recipients } from './migrations/0101-recipients.ts';
import { editVersion } from './migrations/0102-edit-version.ts';
import { emptiedOrganisations } from './migrations/0131-emptied-organisations.ts';
import { sortedTasks } from './migrations/0133-sorted-tasks.ts';
import { orderOfTasks } from './migrations/0132-order-of-tasks.ts';
import { deletedCredentials } from './migrations/0087-deleted-credentials.ts';
import { sourcesOfATask } from './migrations/0010-sources-of-a-task.ts';
import { deletedOrganisations } from './migrations/0056-deleted-organisations.ts';
import { confirmation } from './migrations/0003-confirmation.ts';
import { retention } from './migrations/0022-retention.ts';
import { schedule } from './migrations/0004-schedule.ts';
import { sessions } from './migrations/0002-sessions.ts';
import { channelsOfTasks } from './migrations/0058-channels-of-tasks.ts';
import { taskLogs } from './migrations/0020-task-logs.ts';
import { unitSums } from './migrations/0052-unit-sums.ts';
import { publishedFacts } from './migrations/0047-published-facts.ts';
import { uncheckedFiles } from './migrations/0036-unchecked-files.ts';
import { waitingChannels } from './migrations/0021-waiting-channels.ts';
import { knownKeys } from './migrations/0172-known-keys.ts';
import { digestsOfCreations } from './migrations/0184-digests-of-creations.ts';

export const migrations: SchemaMigrations = {
  service: 'tasks',
  steps: [
    {
      name: '0001-tasks-launches',
      sql: `
        create table tasks.organisation (
          organisation_id uuid primary key,
          version int not null,
          name text not null,
          active boolean not null,
          trusted boolean not null,
          starts_at timestamptz not null,
          expires_at timestamptz not null,
          task_limit int,
          pattern_limit int,
          patterns_per_task_limit int
        );
        ${organisationPolicies('tasks.organisation')}

        create table tasks.keyword (
          id uuid primary key,
          keyword_set_id uuid not null,
          name text not null
        );
        create index keyword_of_set on tasks.keyword (keyword_set_id);
        create table tasks.keyword_set (id uuid primary key, version int not null);

        create table tasks.task (
          id uuid primary key,
          organisation_id uuid not null,
          version int not null default 1,
          title text not null,
          author_id uuid,
          author_name text,
          created timestamptz not null default now(),
          running boolean not null default false,
          confirmed boolean not null default false,
          deep boolean not null default false,
          git_monitoring boolean not null default false,
          recipients text[] not null,
          filter_keywords text[] not null,
          filter_mode text not null,
          observer jsonb,
          archived_at timestamptz
        );
        create index task_list on tasks.task (organisation_id, created desc, id) where archived_at is null;
        ${organisationPolicies('tasks.task')}

        create table tasks.task_source (
          task_id uuid not null references tasks.task,
          organisation_id uuid not null,
          source_type text not null,
          search_type text not null,
          active boolean not null default true,
          progress int not null default 0,
          activity_at timestamptz,
          state text not null default 'idle',
          next_launch_at timestamptz,
          primary key (task_id, source_type)
        );
        create index task_source_due on tasks.task_source (next_launch_at) where next_launch_at is not null;
        ${organisationPolicies('tasks.task_source')}

        create table tasks.pattern (
          id uuid primary key,
          task_id uuid not null references tasks.task,
          organisation_id uuid not null,
          kind text not null,
          text text not null,
          position int not null,
          unique (task_id, kind, text)
        );
        ${organisationPolicies('tasks.pattern')}

        create table tasks.repository (
          id uuid primary key,
          task_id uuid not null references tasks.task,
          organisation_id uuid not null,
          position int not null,
          title text not null,
          url text not null,
          default_branch text not null,
          remote_source text not null,
          address text not null,
          masked text not null,
          credentials bytea,
          credential_scope text not null default '',
          status text not null default 'created',
          error_code text,
          last_indexed timestamptz,
          blobs_total int not null default 0,
          blobs_scanned int not null default 0,
          blobs_unread int not null default 0,
          unique (task_id, address)
        );
        ${organisationPolicies('tasks.repository')}

        create table tasks.launch (
          id uuid primary key,
          task_id uuid not null references tasks.task,
          organisation_id uuid not null,
          source_type text not null,
          trigger text not null,
          state text not null default 'waiting',
          task_version int not null,
          created timestamptz not null default now(),
          released_at timestamptz,
          activity_at timestamptz,
          finished_at timestamptz,
          error_code text
        );
        create unique index launch_open on tasks.launch (task_id, source_type) where state in ('waiting', 'released');
        create index launch_waiting on tasks.launch (created) where state = 'waiting';
        create index launch_released on tasks.launch (released_at) where state = 'released';
        ${organisationPolicies('tasks.launch')}

        ${inboxTable('tasks')}
      `,
    },
    sessions,
    confirmation,
    schedule,
    sourcesOfATask,
    taskLogs,
    waitingChannels,
    retention,
    publishedFacts,
    uncheckedFiles,
    unitSums,
    deletedOrganisations,
    channelsOfTasks,
    deletedCredentials,
    recipients,
    editVersion,
    emptiedOrganisations,
    orderOfTasks,
    sortedTasks,
    knownKeys,
    digestsOfCreations,
  ],
};
