import { defineEntity, p } from '@leakwatch/platform';

/** What is read once for every task that needs it: one for each source, key and credential scope. */
export const UnitEntity = defineEntity({
  name: 'Unit',
  tableName: 'unit',
  schema: 'crawler',
  properties: {
    id: p.uuid().primary(),
    source_type: p.text(),
    key: p.text(),
    /** Empty for what is read with shared accounts or without one; else the organisation's id. */
    credential_scope: p.text().default(''),
    organisation_id: p.uuid().nullable(),
    request: p.json<unknown>(),
    state: p.json<unknown>().nullable(),
    /** The highest number of its patterns when the last pass began. */
    added: p.bigint('string').default('0'),
    /** Slices that wait in the pass that runs, in order. */
    frontier: p.json<unknown>().defaultRaw(`'[]'`),
    /** When a launch last asked for a pass; null when no pass is wanted. */
    wanted_at: p.datetime().nullable(),
    /** When the upstream said that there is something new, until it is asked for. */
    pushed_at: p.datetime().nullable(),
    next_at: p.datetime().defaultRaw('now()'),
    stepped_at: p.datetime().nullable(),
    leased_until: p.datetime().nullable(),
    /** Raised by each lease; a worker with an older one writes nothing. */
    lease_epoch: p.bigint('string').default('0'),
    /** Leases in a row that neither ended nor wrote anything: each may have ended its crawler. */
    unfinished: p.integer().default(0),
    /** Failures in a row. */
    tries: p.integer().default(0),
    failing_since: p.datetime().nullable(),
    failed_at: p.datetime().nullable(),
    error_code: p.text().nullable(),
    /** For staff: what the upstream said, bounded. */
    error_text: p.text().nullable(),
    pass_began_at: p.datetime().nullable(),
    /** Counts of the pass that runs; see pass-counts.ts. */
    pass: p.json<unknown>().defaultRaw(`'{}'`),
    /** How far the pass is; it may fall when an answer names more to do. */
    percent: p.integer().default(0),
    last_pass_began_at: p.datetime().nullable(),
    last_pass_ended_at: p.datetime().nullable(),
    /** Counts of the last whole pass. */
    last_pass: p.json<unknown>().nullable(),
    /** When a pass last named something else than the pass before. */
    news_at: p.datetime().nullable(),
    /** Its habit (libs/rules/src/tasks/silence.ts). */
    quiet_seconds: p.double().default(0),
    longest_seconds: p.double().default(0),
    intervals: p.integer().default(0),
    /** It answers, and has had nothing new since then, which is longer than its habit. */
    silent_since: p.datetime().nullable(),
    /** The transaction that last changed a column that reports of launches contain. */
    changed_in: p.bigint('string').defaultRaw('pg_current_xact_id()::text::bigint'),
    created: p.datetime().defaultRaw('now()'),
  },
});

/** A source of whose silent units staff were notified. */
export const SilentSourceEntity = defineEntity({
  name: 'SilentSource',
  tableName: 'silent_source',
  schema: 'crawler',
  properties: { source_type: p.text().primary(), since: p.datetime() },
});

/** A running task needs a unit. */
export const SubscriptionEntity = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  schema: 'crawler',
  properties: {
    unit_id: p.uuid().primary(),
    task_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    source_type: p.text(),
    /** The patterns that the unit serves; null for every pattern of the task. */
    pattern_ids: p.array().$type<string[]>().nullable(),
    /** Its number where documents meet the subscribers' patterns alone, else 0 (see watching/). */
    since: p.bigint('string').default('0'),
    /** The highest number of these patterns and of the subscription. */
    added: p.bigint('string'),
  },
});

/** A part of what a unit names that the upstream can say has not changed. */
export const UnitPartEntity = defineEntity({
  name: 'UnitPart',
  tableName: 'unit_part',
  schema: 'crawler',
  properties: {
    unit_id: p.uuid().primary(),
    key: p.text().primary(),
    organisation_id: p.uuid().nullable(),
    value: p.json<unknown>(),
    /** Documents of the part; all of them are read, or cannot be. */
    documents: p.integer(),
    read: p.integer(),
    unread: p.json<unknown>(),
    /** Their part of the sum of what a pass names. */
    named: p.bigint('string'),
    /** Day on which an answer last named them. */
    named_on: p.date().defaultRaw('current_date'),
  },
});

/** A document that an answer named and that is not read yet. */
export const ReferenceEntity = defineEntity({
  name: 'Reference',
  tableName: 'reference',
  schema: 'crawler',
  properties: {
    unit_id: p.uuid().primary(),
    position: p.bigint('string').primary(),
    organisation_id: p.uuid().nullable(),
    document_id: p.blob(),
    key: p.text(),
    version: p.text(),
    container: p.json<unknown>(),
    hint: p.json<unknown>(),
    tries: p.integer().default(0),
    next_at: p.datetime().defaultRaw('now()'),
    /** It could not be read in the pass of that time; the next pass tries it again. */
    given_up_at: p.datetime().nullable(),
    /** How often the processes that read it were ended from outside. */
    interruptions: p.integer().default(0),
    /** When it is due again after that. */
    read_again_at: p.datetime().nullable(),
  },
});

/** The ledger: a document that was read, or is being read. */
export const DocumentEntity = defineEntity({
  name: 'Document',
  tableName: 'document',
  schema: 'crawler',
  properties: {
    /** Hash of source, credential scope and key. */
    id: p.blob().primary(),
    organisation_id: p.uuid().nullable(),
    source_type: p.text(),
    version: p.text().nullable(),
    /** Number of the watched patterns that this version met. */
    matched_version: p.bigint('string').nullable(),
    /** Why it could not be read. */
    unread: p.text().nullable(),
    /** The unit that reads it now: no other one fetches it. */
    claimed_by: p.uuid().nullable(),
    claimed_until: p.datetime().nullable(),
    /** Day on which an answer last named it. */
    seen_on: p.date().defaultRaw('current_date'),
  },
});

/** What an organisation's units have cost, on the clock of their source. */
export const TurnEntity = defineEntity({
  name: 'Turn',
  tableName: 'turn',
  schema: 'crawler',
  properties: { source_type: p.text().primary(), organisation_id: p.uuid().primary(), served: p.double() },
});

export const TurnClockEntity = defineEntity({
  name: 'TurnClock',
  tableName: 'turn_clock',
  schema: 'crawler',
  properties: { source_type: p.text().primary(), served: p.double() },
});
