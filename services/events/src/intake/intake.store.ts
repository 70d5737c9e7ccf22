import type { Finding } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql, storableJson, storableText } from '@leakwatch/platform';
import type { EventStatus, StatusActor } from '@leakwatch/vocabulary';
import { placeKeys } from '../blacklist/blacklist.domain.ts';
import type { Examination } from '../detectors/detector.entities.ts';
import type { StoredEvent } from '../leak-events/event.entity.ts';
import { partHash } from './numbered-parts.store.ts';

/** Who found it: a crawler, or the search of what is kept. */
export type FoundBy = 'launch' | 'archive';

/** A finding with what intake made of it. */
export interface IntakeEvent {
  readonly id: string;
  readonly finding: Finding;
  readonly foundBy: FoundBy;
  /** Of the document, in the findings of one batch. */
  readonly versions: readonly string[];
  readonly held: readonly string[];
  readonly status: EventStatus;
  readonly actor: StatusActor;
  /** What leaked. */
  readonly examined: Examination;
  /** The blacklist rule that gave the status, or null. */
  readonly rule: string | null;
}

/** Where a finding was made, as blacklist rules look at it. */
export const placeOf = ({ organisation_id, task_id, source_type, container }: Finding) => ({
  organisation_id,
  task_id,
  source_type,
  owner: storableText(container.owner),
  title: storableText(container.title),
  url: storableText(container.url),
});

/** Columns that an event is written with: type, and the value. */
const COLUMNS: Readonly<
  Partial<Record<keyof StoredEvent, readonly [type: string, of: (event: IntakeEvent) => string | number | boolean | null]>>
> = {
  id: ['uuid', ({ id }) => id],
  organisation_id: ['uuid', ({ finding }) => finding.organisation_id],
  task_id: ['uuid', ({ finding }) => finding.task_id],
  pattern_kind: ['text', ({ finding }) => finding.pattern.kind],
  pattern_text: ['text', ({ finding }) => storableText(finding.pattern.text)],
  source_type: ['text', ({ finding }) => finding.source_type],
  container_key: ['text', ({ finding }) => storableText(finding.container.key)],
  container_title: ['text', ({ finding }) => storableText(finding.container.title)],
  container_url: ['text', ({ finding }) => storableText(finding.container.url)],
  owner: ['text', ({ finding }) => storableText(finding.container.owner)],
  path: ['text', ({ finding }) => storableText(finding.path)],
  file_url: ['text', ({ finding }) => storableText(finding.file_url)],
  language: ['text', ({ finding }) => finding.language],
  lines_hash: ['text', ({ finding }) => finding.lines_hash],
  part_hash: ['uuid', ({ finding }) => partHash(finding)],
  status: ['text', ({ status }) => status],
  line: ['int', ({ finding }) => finding.line],
  excerpt: ['jsonb', ({ finding }) => storableJson(finding.excerpt)],
  document_version: ['text', ({ finding }) => storableText(finding.document.version)],
  commit: ['jsonb', ({ finding }) => (finding.commit === null ? null : storableJson(finding.commit))],
  last_seen: ['timestamptz', ({ finding }) => finding.found_at],
  owner_key: ['text', ({ finding }) => placeKeys(placeOf(finding))?.owner_key ?? null],
  repo_key: ['text', ({ finding }) => placeKeys(placeOf(finding))?.repo_key ?? null],
  severity: ['text', ({ examined }) => examined.severity],
  text_id: ['uuid', ({ examined }) => examined.compared.text?.id ?? null],
  secret_hash: ['uuid', ({ examined }) => examined.compared.leading],
  content_hash: ['text', ({ finding: { content } }) => content?.hash ?? null],
  content_version: ['text', ({ finding: { content, document } }) => (content === null ? null : storableText(document.version))],
  from_archive: ['boolean', ({ foundBy }) => foundBy === 'archive'],
  original_hash: ['text', ({ finding: { content } }) => content?.original?.hash ?? null],
  places: [
    'jsonb',
    ({ finding: { content, byte_ranges } }) => (content === null ? null : JSON.stringify(content.part?.places ?? byte_ranges)),
  ],
};

const NAMES = sql.raw(Object.keys(COLUMNS).join(', '));

/** Versions that an event keeps, the last ones: a file that changes several times a day is known for months. */
const VERSIONS_KEPT = 200;

/** The versions in which `events.event e` was found. */
export const knownVersions = sql.raw(
  `(case when e.seen_versions = '{}' then array[hashtextextended(e.document_version, 0)] else e.seen_versions end)`,
);

/** Each event's keywords as JSON: arrays of arrays have one length in PostgreSQL. Nearly all events hold none. */
const heldBy = (events: readonly IntakeEvent[]) => events.map(({ held }) => (held.length === 0 ? null : storableJson(held)));

/** What was found in each event. */
const foundIn = (events: readonly IntakeEvent[]) =>
  events.map(({ examined }) => (examined.tokens.length === 0 ? null : storableJson(examined.tokens)));

/** Adds what is new, extends what is known; gives the new ones. One statement for the whole batch. */
export const keepEvents = (em: SqlEntityManager, events: readonly IntakeEvent[]): Promise<Pick<StoredEvent, 'id' | 'created'>[]> => {
  const columns = Object.values(COLUMNS).map(([type, of]) => sql`${events.map(of)}::${sql.raw(type)}[]`);
  return rows(
    em,
    sql<Pick<StoredEvent, 'id' | 'created'>>`
      with kept as (
        insert into events.event as e (${NAMES}, versions, seen_versions, filter_keywords, tokens, detectors)
        select ${NAMES}, jsonb_array_length(seen), array(select hashtextextended(v, 0) from jsonb_array_elements_text(seen) v), case when held is null then '{}' else array(select jsonb_array_elements_text(held)) end,
          coalesce(found, '[]'), case when found is null then '{}' else array(select (token ->> 'id')::uuid from jsonb_array_elements(found) token) end
        from unnest(${sql.join(columns)}, ${heldBy(events)}::jsonb[], ${foundIn(events)}::jsonb[],
          ${events.map(({ versions }) => storableJson(versions))}::jsonb[]) as n (${NAMES}, held, found, seen)
        order by n.id
        on conflict (id) do update set last_seen = greatest(e.last_seen, excluded.last_seen),
          (versions, seen_versions) = (select e.versions + count(v)::int, (k.known || coalesce(array_agg(v) filter (where v is not null), '{}'))
              [greatest(1, cardinality(k.known) + count(v)::int - ${VERSIONS_KEPT} + 1):]
            from (select ${knownVersions} as known) k left join unnest(excluded.seen_versions) v on v <> all (k.known) group by k.known),
          -- A version that is read again is not the newest one: a document of a git repository may be read again alone (decision 0175).
          document_version = case when hashtextextended(excluded.document_version, 0) = any (${knownVersions}) then e.document_version else excluded.document_version end,
          -- The first content stays while it is kept.
          (content_hash, content_version, original_hash, places) = (select case when n.fresh then excluded.content_hash else e.content_hash end,
              case when n.fresh then excluded.content_version else e.content_version end,
              case when n.fresh then excluded.original_hash else e.original_hash end, case when n.fresh then excluded.places else e.places end
            from (select excluded.content_hash is not null and not exists (select from events.evidence v
              where v.organisation_id = e.organisation_id and v.hash = e.content_hash) as fresh) n)
        returning id, created, xmax = 0 as added
      ) select id, created from kept where added`,
  );
};

/** Which of these events there are. */
export async function knownEvents(em: SqlEntityManager, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = await rows(em, sql<Pick<StoredEvent, 'id'>>`select id from events.event where id = any (${[...ids]}::uuid[])`);
  return new Set(known.map(({ id }) => id));
}

/** Writes how new events got their first status. */
export async function recordFirstStatuses(
  em: SqlEntityManager,
  fresh: readonly { readonly event: IntakeEvent; readonly change: string }[],
): Promise<void> {
  await rows(
    em,
    sql`insert into events.status_change (id, event_id, organisation_id, batch, actor_kind, actor_id, actor_name, to_status)
        select id, event_id, organisation_id, id, actor_kind, actor_id, actor_kind, to_status
        from unnest(${fresh.map(({ change }) => change)}::uuid[], ${fresh.map(({ event }) => event.id)}::uuid[],
          ${fresh.map(({ event }) => event.finding.organisation_id)}::uuid[], ${fresh.map(({ event }) => event.actor)}::text[],
          ${fresh.map(({ event }) => event.rule)}::uuid[], ${fresh.map(({ event }) => event.status)}::text[])
          as n (id, event_id, organisation_id, actor_kind, actor_id, to_status)`,
  );
}
