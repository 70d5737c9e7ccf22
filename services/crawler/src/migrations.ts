import { inboxTable, leaseTable, organisationPolicies, type SchemaMigrations } from '@leakwatch/platform';
import { units } from './migrations/0051-units.ts';
import { numberedSubscriptions } from './migrations/0057-numbered-subscriptions.ts';
import { objectDeletions } from './migrations/0064-object-deletions.ts';
import { givenUpReferences } from './migrations/0106-given-up-references.ts';
import { changedUnits } from './migrations/0114-changed-units.ts';
import { mirrorPasses } from './migrations/0117-mirror-passes.ts';
import { pushedUnits } from './migrations/0118-pushed-units.ts';
import { unfinishedSteps } from './migrations/0120-unfinished-steps.ts';
import { unitParts } from './migrations/0121-unit-parts.ts';
import { stalledLaunches } from './migrations/0130-stalled-launches.ts';
import { cohortsOfOrganisations } from './migrations/0140-cohorts-of-organisations.ts';
import { needsOfTasks } from './migrations/0149-needs-of-tasks.ts';
import { digestsOfRefs } from './migrations/0150-digests-of-refs.ts';
import { readingsOfMirrors } from './migrations/0156-readings-of-mirrors.ts';
import { ledgerWithoutChecks } from './migrations/0170-ledger-without-checks.ts';
import { mirrorSubscriptions } from './migrations/0116-mirror-subscriptions.ts';
import { ledgerCounts } from './migrations/0108-ledger-counts.ts';
import { scanCohorts } from './migrations/0107-scan-cohorts.ts';
import { silence } from './migrations/0088-silence.ts';
import { storage } from './migrations/0084-storage.ts';
import { uncheckedDocuments } from './migrations/0036-unchecked-documents.ts';
import { knownKeys } from './migrations/0172-known-keys.ts';
import { interruptedBlobs } from './migrations/0175-interrupted-blobs.ts';
import { interruptedDocuments } from './migrations/0176-interrupted-documents.ts';
import { unreadDocuments } from './migrations/0189-unread-documents.ts';

export const migrations: SchemaMigrations = {
  service: 'crawler',
  steps: [
    {
      name: '0001-watched-mirrors-ledger',
      sql: `
        create table crawler.watched_task (
          task_id uuid primary key,
          organisation_id uuid not null,
          version int not null,
          running boolean not null,
          snapshot jsonb not null
        );
        ${organisationPolicies('crawler.watched_task')}

        -- One mirror for an address and a credential scope. organisation_id is null where no credentials were used:
        -- its content is public.
        create table crawler.mirror (
          id uuid primary key,
          organisation_id uuid,
          address text not null,
          credential_scope text not null,
          leased_by uuid,
          lease_epoch bigint not null default 0,
          leased_until timestamptz,
          fetched_at timestamptz,
          listed_tips text[] not null default '{}',
          error_code text,
          unique (address, credential_scope)
        );
        ${organisationPolicies('crawler.mirror')}

        -- The ledger: every blob that the mirror ever had, numbered in the order in which it was first seen. name is
        -- empty for the blob's first introduction; a later one under another file name has a row of its own, which
        -- only patterns with filename: match.
        create table crawler.blob (
          mirror_id uuid not null references crawler.mirror,
          ordinal bigint generated always as identity,
          organisation_id uuid,
          oid bytea not null,
          name text not null default '',
          path text not null,
          commit_id text,
          author text,
          committed_at timestamptz,
          unread text,
          primary key (mirror_id, oid, name)
        );
        create unique index blob_order on crawler.blob (mirror_id, ordinal);
        create index blob_unread on crawler.blob (mirror_id) where unread is not null;
        ${organisationPolicies('crawler.blob')}

        -- The ordinal of a mirror up to which a pattern was matched.
        create table crawler.scan_mark (
          mirror_id uuid not null references crawler.mirror,
          pattern_id uuid not null,
          organisation_id uuid not null,
          ordinal bigint not null,
          primary key (mirror_id, pattern_id)
        );
        ${organisationPolicies('crawler.scan_mark')}

        ${inboxTable('crawler')}
      `,
    },
    { name: '0002-lease', sql: leaseTable('crawler') },
    {
      name: '0003-launch-tries',
      sql: `
        -- How often an unfinished launch was begun, so that one that ends its worker every time is given up.
        create table crawler.launch_try (
          launch_id uuid primary key,
          organisation_id uuid not null,
          tries int not null,
          begun_at timestamptz not null default now()
        );
        ${organisationPolicies('crawler.launch_try')}
      `,
    },
    uncheckedDocuments,
    units,
    numberedSubscriptions,
    objectDeletions,
    storage,
    silence,
    givenUpReferences,
    scanCohorts,
    ledgerCounts,
    changedUnits,
    mirrorSubscriptions,
    mirrorPasses,
    pushedUnits,
    unfinishedSteps,
    unitParts,
    stalledLaunches,
    cohortsOfOrganisations,
    needsOfTasks,
    digestsOfRefs,
    readingsOfMirrors,
    ledgerWithoutChecks,
    knownKeys,
    interruptedBlobs,
    interruptedDocuments,
    unreadDocuments,
  ],
};
