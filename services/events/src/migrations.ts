import { inboxTable, organisationPolicies, type SchemaMigrations } from '@leakwatch/platform';
import { overview } from './migrations/0094-overview.ts';
import { countsByValue } from './migrations/0113-counts-by-value.ts';
import { textsOfEvents } from './migrations/0115-texts-of-events.ts';
import { groupsOfEvents } from './migrations/0120-groups-of-events.ts';
import { commentsOnMany } from './migrations/0127-comments-on-many.ts';
import { versionsOfViews } from './migrations/0137-versions-of-views.ts';
import { keysOfEvents } from './migrations/0126-keys-of-events.ts';
import { digests } from './migrations/0020-digests.ts';
import { eventsByReason } from './migrations/0110-events-by-reason.ts';
import { eventsOfDeletedTasks } from './migrations/0040-events-of-deleted-tasks.ts';
import { blacklist } from './migrations/0041-blacklist.ts';
import { digestsForTheSubscribed } from './migrations/0046-digests-for-the-subscribed.ts';
import { statistics } from './migrations/0048-statistics.ts';
import { comments } from './migrations/0049-comments.ts';
import { evidence } from './migrations/0065-evidence.ts';
import { archive } from './migrations/0096-archive.ts';
import { rechecks } from './migrations/0095-rechecks.ts';
import { reveals } from './migrations/0077-reveals.ts';
import { seenVersions } from './migrations/0078-seen-versions.ts';
import { eventsBySeverity } from './migrations/0079-events-by-severity.ts';
import { similarity } from './migrations/0071-similarity.ts';
import { contentKeys } from './migrations/0105-content-keys.ts';
import { assignment } from './migrations/0092-assignment.ts';
import { savedViews } from './migrations/0093-saved-views.ts';
import { members } from './migrations/0091-members.ts';
import { storage } from './migrations/0085-storage.ts';
import { detectors } from './migrations/0059-detectors.ts';
import { knownKeys } from './migrations/0172-known-keys.ts';
import { numberedParts } from './migrations/0211-numbered-parts.ts';
import { timesOfChanges } from './migrations/0190-times-of-changes.ts';
import { sentChanges } from './migrations/0196-sent-changes.ts';
import { continuedEvents } from './migrations/0180-continued-events.ts';
import { directionOfLinks } from './migrations/0178-direction-of-links.ts';
import { countsOfChanges } from './migrations/0215-counts-of-changes.ts';
import { readingsOfParts } from './migrations/0221-readings-of-parts.ts';

export const migrations: SchemaMigrations = {
  service: 'events',
  steps: [
    {
      name: '0001-events',
      sql: `
        create table events.organisation (
          organisation_id uuid primary key,
          version int not null,
          active boolean not null
        );
        ${organisationPolicies('events.organisation')}

        create table events.task (
          task_id uuid primary key,
          organisation_id uuid not null,
          version int not null,
          title text not null,
          filter_keywords text[] not null,
          filter_mode text not null
        );
        ${organisationPolicies('events.task')}

        create table events.event (
          id uuid primary key,
          organisation_id uuid not null,
          task_id uuid not null,
          pattern_kind text not null,
          pattern_text text not null,
          source_type text not null,
          container_key text not null,
          container_title text not null,
          container_url text not null,
          owner text not null,
          path text not null,
          file_url text not null,
          language text not null,
          lines_hash text not null,
          status text not null,
          filter_keywords text[] not null,
          line int not null,
          excerpt jsonb not null,
          document_version text not null,
          commit jsonb,
          versions int not null default 1,
          created timestamptz not null default now(),
          updated_at timestamptz not null default now(),
          last_seen timestamptz not null
        );
        create index event_list on events.event (organisation_id, status, created desc, id);
        create index event_of_task on events.event (task_id, created desc);
        create index event_same_file on events.event (organisation_id, source_type, container_key, path);
        ${organisationPolicies('events.event')}

        create table events.status_change (
          id uuid primary key,
          event_id uuid not null references events.event on delete cascade,
          organisation_id uuid not null,
          batch uuid not null,
          at timestamptz not null default clock_timestamp(),
          actor_kind text not null,
          actor_id uuid,
          actor_name text not null,
          from_status text,
          to_status text not null
        );
        create index status_change_of_event on events.status_change (event_id, at);
        create index status_change_of_batch on events.status_change (batch);
        ${organisationPolicies('events.status_change')}

        create table events.blacklist_rule (
          id uuid primary key,
          organisation_id uuid not null,
          task_id uuid,
          source_type text not null check (source_type in ('github', 'gist')),
          block_type text not null check (block_type in ('owner', 'repository', 'owner_and_repo')),
          rule_owner text not null default '',
          rule_repo text not null default '',
          active boolean not null default true,
          author_name text not null default '',
          updated_at timestamptz not null default now()
        );
        create index blacklist_rule_of_organisation on events.blacklist_rule (organisation_id) where active;
        ${organisationPolicies('events.blacklist_rule')}

        ${inboxTable('events')}
      `,
    },
    digests,
    eventsOfDeletedTasks,
    blacklist,
    digestsForTheSubscribed,
    statistics,
    comments,
    detectors,
    evidence,
    similarity,
    reveals,
    seenVersions,
    eventsBySeverity,
    storage,
    members,
    assignment,
    savedViews,
    overview,
    rechecks,
    archive,
    contentKeys,
    eventsByReason,
    countsByValue,
    textsOfEvents,
    groupsOfEvents,
    keysOfEvents,
    commentsOnMany,
    versionsOfViews,
    knownKeys,
    directionOfLinks,
    continuedEvents,
    timesOfChanges,
    sentChanges,
    numberedParts,
    countsOfChanges,
    readingsOfParts,
  ],
};
