import type { Finding } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql, storableJson } from '@leakwatch/platform';
import type { EventStatus } from '@leakwatch/vocabulary';
import { reviewContents } from '../evidence/take-contents.store.ts';
import { compareAgain } from '../similarity/compared.store.ts';
import type { IntakeEvent } from './intake.store.ts';

/** An event that may go on with a document that is read further than before. */
export interface BegunEvent {
  readonly id: string;
  readonly known_as: readonly string[];
  readonly status: EventStatus;
  readonly fixed_at: Date | null;
}

/** The events with these ids, or found again under them. */
export const begunEvents = (em: SqlEntityManager, ids: readonly string[]): Promise<BegunEvent[]> =>
  rows(
    em,
    sql<BegunEvent>`select id, known_as, status, fixed_at from events.event where id = any (${[...ids]}::uuid[])
      union all
      select id, known_as, status, fixed_at from events.event
        where known_as <> '{}' and known_as && ${[...ids]}::uuid[] and id <> all (${[...ids]}::uuid[])`,
  );

/**
 * Whether an event shows what was read further. One that was judged does not: its new lines would be hidden. A fixed one is opened again with them.
 */
export const maySayMore = (
  { status, fixed_at }: Pick<BegunEvent, 'status' | 'fixed_at'>,
  { found_at }: Pick<Finding, 'found_at'>,
): boolean => status === 'open' || status === 'in_progress' || (status === 'fixed' && fixed_at !== null && new Date(found_at) > fixed_at);

/**
 * Gives stored events what was read further of their document: text, place, what leaked, content. Their rows are locked, and their texts and content
 * kept. Throws when one was judged since it was looked up: the transaction is tried again.
 */
export async function continueEvents(em: SqlEntityManager, events: readonly (IntakeEvent & { readonly knownAs: readonly string[] })[]) {
  if (events.length === 0) return;
  const values = storableJson(
    events.map(({ id, knownAs, finding, examined, held }) => ({
      id,
      known_as: knownAs,
      found_at: finding.found_at,
      lines_hash: finding.lines_hash,
      line: finding.line,
      file_url: finding.file_url,
      excerpt: finding.excerpt,
      tokens: examined.tokens,
      severity: examined.severity,
      held,
      hash: finding.content?.hash ?? null,
      version: finding.content === null ? null : finding.document.version,
      original: finding.content?.original?.hash ?? null,
      places: finding.content === null ? null : (finding.content.part?.places ?? finding.byte_ranges),
    })),
  );
  const written = await rows(
    em,
    sql<{ organisation: string; content: string | null; original: string | null }>`
      update events.event e set lines_hash = n.lines_hash, line = n.line, file_url = n.file_url, excerpt = n.excerpt, tokens = n.tokens,
        severity = n.severity, detectors = array(select (token ->> 'id')::uuid from jsonb_array_elements(n.tokens) token),
        filter_keywords = n.held, known_as = array(select distinct a from unnest(e.known_as || n.known_as) a where a <> e.id),
        content_hash = coalesce(n.hash, e.content_hash), content_version = coalesce(n.version, e.content_version),
        original_hash = case when n.hash is null then e.original_hash else n.original end, places = coalesce(n.places, e.places)
      from jsonb_to_recordset(${values}::jsonb) as n (id uuid, known_as uuid[], found_at timestamptz, lines_hash text, line int, file_url text,
        excerpt jsonb, tokens jsonb, severity text, held text[], hash text, version text, original text, places jsonb)
      join events.event before on before.id = n.id
      where e.id = n.id and (e.status in ('open', 'in_progress') or (e.status = 'fixed' and n.found_at > e.fixed_at)
        -- Made by the same findings.
        or e.known_as = '{}' and e.lines_hash = n.lines_hash)
      returning e.organisation_id as organisation, before.content_hash as content, before.original_hash as original`,
  );
  if (written.length < events.length) throw new Error('an event was judged while more of its document was taken');
  await compareAgain(
    em,
    events.map(({ id, finding, examined }) => ({ id, organisation: finding.organisation_id, compared: examined.compared })),
  );
  await reviewContents(
    em,
    written.flatMap(({ organisation, content, original }) =>
      [content, original].flatMap((hash) => (hash === null ? [] : [{ organisation, hash }])),
    ),
  );
}
