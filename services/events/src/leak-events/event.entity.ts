import type { Finding } from '@leakwatch/contracts';
import type { StoredToken } from '../detectors/detector.entities.ts';
import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { CloseReason, EventStatus, PatternKind, Severity, SourceType, StatusActor } from '@leakwatch/vocabulary';

/** What an event keeps of a finding's excerpt. */
export type StoredExcerpt = Finding['excerpt'];
export type StoredPlaces = Finding['byte_ranges'];
export type StoredCommit = NonNullable<Finding['commit']>;

/**
 * Findings of one version of a document may reach the intake in several batches. Of the last version, an event in a numbered part keeps whether its own
 * text stood under another number (`moved`), and the finding that went on as this event by its number alone (`hidden`).
 */
export interface StoredReading {
  readonly version: string;
  readonly moved: boolean;
  readonly hidden: Finding | null;
}

/** A finding as the customer triages it. */
export const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'event',
  schema: 'events',
  properties: {
    id: p.uuid().primary(),
    organisation_id: p.uuid(),
    task_id: p.uuid(),
    pattern_kind: p.text().$type<PatternKind>(),
    pattern_text: p.text(),
    source_type: p.text().$type<SourceType>(),
    container_key: p.text(),
    container_title: p.text(),
    container_url: p.text(),
    owner: p.text(),
    path: p.text(),
    file_url: p.text(),
    language: p.text(),
    lines_hash: p.text(),
    status: p.text().$type<EventStatus>(),
    filter_keywords: p.array().$type<string[]>(),
    line: p.integer(),
    excerpt: p.json<StoredExcerpt>(),
    document_version: p.text(),
    commit: p.json<StoredCommit>().nullable(),
    /** How many versions of the document held the same lines. */
    versions: p.integer().default(1),
    /** Found in kept content, before any launch found it. */
    from_archive: p.boolean().default(false),
    /** Hashes of the last of them; empty for an event from before they were kept. */
    seen_versions: p.array().$type<string[]>().columnType('bigint[]').defaultRaw("'{}'"),
    /** Further ids under which it is found: it began with what was read of a document that was cut. */
    known_as: p.array().$type<string[]>().columnType('uuid[]').defaultRaw("'{}'"),
    created: p.datetime().defaultRaw('now()'),
    updated_at: p.datetime().defaultRaw('now()'),
    last_seen: p.datetime(),
    /** Keys by which blacklist rules compare; null where the source has no blacklist. */
    owner_key: p.text().nullable(),
    repo_key: p.text().nullable(),
    /** Ids of what was found in the text, as `tokens` has them. */
    detectors: p.array().$type<string[]>().columnType('uuid[]'),
    tokens: p.json<readonly StoredToken[]>(),
    /** Content of the document, in `evidence` while it is kept; null where nothing was kept. */
    content_hash: p.text().nullable(),
    /** Version of the document whose content is kept; null for an event from before this was kept. */
    content_version: p.text().nullable(),
    /** Of the file in which the document was found, where it is another. */
    original_hash: p.text().nullable(),
    /** Byte offsets of the matches: in the document, or in its text where a part of it is kept. */
    places: p.json<StoredPlaces>().nullable(),
    severity: p.text().$type<Severity>().nullable(),
    /** 1 for the worst, 5 without a severity; PostgreSQL computes it. */
    severity_rank: p.integer().generated("coalesce(array_position(array['critical', 'high', 'medium', 'low'], severity), 5) stored"),
    /** Of the commit, or the owner of what leaked; PostgreSQL computes it. */
    author: p.text().generated("coalesce(nullif(commit ->> 'author', ''), owner) stored"),
    /** While the status is `fixed`: since when. */
    fixed_at: p.datetime().nullable(),
    /** When it last came back after it was fixed. */
    returned_at: p.datetime().nullable(),
    /** In `similar_text`; null where the text says too little to be compared. */
    text_id: p.uuid().nullable(),
    /** The keyed hash of the secret by which the list groups; null where there is none, and until an event of before is compared again. */
    secret_hash: p.uuid().nullable(),
    place_hash: p.uuid().generated('md5(source_type || chr(10) || container_key || chr(10) || path)::uuid stored'),
    /** What a part of a document shows, whatever its number (intake/numbered-parts.store.ts); null for what is in no document. */
    part_hash: p.uuid().nullable(),
    /** What the last version of the document says about its part (intake/part-readings.store.ts); null for what stands in its place. */
    part_reading: p.json<StoredReading>().nullable(),
    /** A member of the organisation; null for nobody. */
    assignee_id: p.uuid().nullable(),
    /** The last day, YYYY-MM-DD. */
    due_date: p.date().nullable(),
    /** Why it was closed; null for one that is not closed. */
    close_reason: p.text().$type<CloseReason>().nullable(),
  },
});
export type StoredEvent = RowOf<typeof EventEntity>;

/** One change of an event's status, the first one (`from_status` null) included. */
export const StatusChangeEntity = defineEntity({
  name: 'StatusChange',
  tableName: 'status_change',
  schema: 'events',
  properties: {
    id: p.uuid().primary(),
    event_id: p.uuid(),
    organisation_id: p.uuid(),
    /** What was changed together can be undone together. */
    batch: p.uuid(),
    at: p.datetime().defaultRaw('clock_timestamp()'),
    actor_kind: p.text().$type<StatusActor>(),
    actor_id: p.uuid().nullable(),
    actor_name: p.text(),
    from_status: p.text().$type<EventStatus>().nullable(),
    to_status: p.text().$type<EventStatus>(),
    /** The account that asked for a change which a rule made. */
    asked_by: p.uuid().nullable(),
    /** Of a closed status. */
    from_reason: p.text().$type<CloseReason>().nullable(),
    /** Of a fixed one: since when it was. */
    from_fixed_at: p.datetime().nullable(),
    to_reason: p.text().$type<CloseReason>().nullable(),
  },
});
