import { defineEntity, p } from '@leakwatch/platform';

/** A bare copy of a repository: one for each address and credential scope. */
export const MirrorEntity = defineEntity({
  name: 'Mirror',
  tableName: 'mirror',
  schema: 'crawler',
  properties: {
    id: p.uuid().primary(),
    /** null for a public repository, which is fetched without credentials. */
    organisation_id: p.uuid().nullable(),
    address: p.text(),
    credential_scope: p.text(),
    leased_by: p.uuid().nullable(),
    /** Raised by each lease; a worker with an older one may no longer write. */
    lease_epoch: p.bigint('string').default('0'),
    leased_until: p.datetime().nullable(),
    fetched_at: p.datetime().nullable(),
    /** Object ids of the tips whose blobs are all in the ledger. */
    listed_tips: p.array().$type<string[]>(),
    /** Of the remote's refs when `listed_tips` were listed; null after damage, and where the history ends early (docs/decisions/0150). */
    refs_digest: p.text().nullable(),
    error_code: p.text().nullable(),
    /** Bytes of its objects on disk after the last fetch. */
    bytes: p.bigint('number').default(0),
    /** Number of blobs in its ledger. */
    documents: p.integer().default(0),
    /** Since when no task that was admitted needs it; null while one does. */
    unused_since: p.datetime().nullable().defaultRaw('now()'),
  },
});

/** A task that was not deleted monitors the repository of a mirror: its subscription, and how far the mirror is read for it. */
export const MirrorUseEntity = defineEntity({
  name: 'MirrorUse',
  tableName: 'mirror_use',
  schema: 'crawler',
  properties: {
    mirror_id: p.uuid().primary(),
    task_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    /** A launch has found room for it in the storage of the organisation; before, it counts for nothing and keeps no mirror. */
    admitted: p.boolean().default(false),
    /** That of the task; null before its first launch. */
    repository_id: p.uuid().nullable(),
    /** When a launch last asked for a reading; null when none is wanted. */
    wanted_at: p.datetime().nullable(),
    next_at: p.datetime().defaultRaw('now()'),
    leased_until: p.datetime().nullable(),
    /** Raised by each lease; a worker with an older one writes nothing. */
    lease_epoch: p.bigint('string').default('0'),
    /** Leases of the reading that may have failed, or ended their worker. */
    tries: p.integer().default(0),
    /** The remote has something new, or patterns have not met what is there: the reading takes one of a worker's places. */
    needs_place: p.boolean().default(false),
    /** When the reading that is under way began. */
    began_at: p.datetime().nullable(),
    /** When the last reading began that has ended. */
    ended_began_at: p.datetime().nullable(),
    /** Nothing could be read in it. */
    failed: p.boolean().default(false),
    status: p.text().default('created'),
    error_code: p.text().nullable(),
    last_indexed: p.datetime().nullable(),
    blobs_total: p.integer().default(0),
    blobs_scanned: p.integer().default(0),
    blobs_unread: p.integer().default(0),
    blobs_unchecked: p.integer().default(0),
    /** 0-100 of the reading. */
    percent: p.double().default(0),
    /** The transaction that last changed what reports of launches contain. */
    changed_in: p.bigint('string').defaultRaw('pg_current_xact_id()::text::bigint'),
    /** That of the state that was last reported: another one is to be reported, however late its transaction was committed. */
    reported_in: p.bigint('string').nullable(),
  },
});
