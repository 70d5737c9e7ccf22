import { type Finding, findingsV1 } from '@leakwatch/contracts';
import { type Bus, outgoing, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { PATTERN_KINDS, type PatternKind } from '@leakwatch/vocabulary';
import { matchDocuments } from '../scanning/match-documents.ts';
import { type MatchedPart, matchedPart } from '../scanning/to-findings.ts';
import type { ExtractedReference } from './extract-fetched.ts';
import type { WaitingReference } from './references.store.ts';
import { type Audience, ownersOf, type PatternOwner, type WatchedText } from './watching/watched-patterns.store.ts';
import type { WatchSnapshot } from './watching/watch-sets.ts';

/** A text that was found in a document, whoever searches for it. */
export interface FoundText {
  readonly reference: WaitingReference;
  readonly text: WatchedText;
  readonly part: MatchedPart;
}

/** What the documents of one fetch matched. */
export interface MatchedReferences {
  readonly found: readonly FoundText[];
  /** By reference: why a part of it was not read; null when all of it was. */
  readonly unread: ReadonlyMap<WaitingReference, string | null>;
  /** By reference: the version that was read. */
  readonly versions: ReadonlyMap<WaitingReference, string>;
  /** Documents for which an expression was too expensive. */
  readonly unchecked: number;
}

/** Matches what was fetched against every watched pattern. */
export async function matchFetched(
  fetched: readonly ExtractedReference[],
  snapshot: WatchSnapshot,
  signal: AbortSignal,
  now = new Date(),
): Promise<MatchedReferences> {
  const unread = new Map<WaitingReference, string | null>();
  const versions = new Map<WaitingReference, string>();
  const wanted = fetched.flatMap(({ reference, documents }) => {
    unread.set(reference, documents.length === 0 ? 'gone' : (documents.find((one) => one.bytes === undefined)?.unread ?? null));
    versions.set(reference, documents[0]?.version ?? reference.version);
    return documents.flatMap((document) => (document.bytes === undefined ? [] : [{ reference, document, bytes: document.bytes }]));
  });
  const results = await matchDocuments(
    snapshot.sets,
    wanted.map(({ document, bytes }) => ({ bytes, fileNames: document.fileNames })),
    signal,
  );
  const found: FoundText[] = [];
  let unchecked = 0;
  for (const [at, { reference, document, bytes }] of wanted.entries()) {
    const result = results[at];
    if (result === undefined) throw new Error('a document has no result');
    if (result.failed) unread.set(reference, 'not_matched');
    if (result.unchecked.length > 0) unchecked += 1;
    const seen = new Set<string>();
    for (const match of result.matches) {
      const text = snapshot.textOf(match.patternId);
      // A text that was removed and added again is in base and delta.
      const key = text === undefined ? '' : `${text.kind} ${text.text}`;
      if (text === undefined || seen.has(key)) continue;
      seen.add(key);
      const { path, commit, urlAt } = document;
      found.push({
        reference,
        text,
        part: matchedPart(
          match,
          { document: { path, commit, version: document.version ?? reference.version }, bytes: bytes.length, urlAt },
          now,
        ),
      });
    }
  }
  return { found, unread, versions, unchecked };
}

const isKind = (kind: string): kind is PatternKind => PATTERN_KINDS.some((known) => known === kind);

/**
 * Publishes findings for the tasks that search for these texts now, with a unit for those that need it: a pattern gets those of documents
 * that it has not met before.
 * Returns how many were published.
 */
export async function publishFound(
  em: SqlEntityManager,
  bus: Bus,
  audience: Audience & { readonly unit: string | null },
  found: readonly FoundText[],
): Promise<number> {
  const texts = [...new Map(found.map(({ text }) => [`${text.kind} ${text.text}`, text])).values()];
  const owners = new Map<string, PatternOwner[]>();
  for (const owner of await ownersOf(em, audience, texts, audience.unit)) {
    const key = `${owner.kind} ${owner.text}`;
    owners.set(key, [...(owners.get(key) ?? []), owner]);
  }
  const launches = await newestLaunches(em, audience, [...new Set([...owners.values()].flat().map((owner) => owner.task_id))]);
  const findings = found.flatMap(({ reference, text, part }) =>
    (owners.get(`${text.kind} ${text.text}`) ?? []).flatMap((owner): Finding[] =>
      BigInt(owner.added) > metBefore(reference, part) && isKind(owner.kind)
        ? [
            {
              organisation_id: owner.organisation_id,
              task_id: owner.task_id,
              launch_id: launches.get(owner.task_id) ?? null,
              pattern: { id: owner.pattern_id, kind: owner.kind, text: owner.text },
              source_type: audience.source,
              container: reference.container,
              ...part,
            },
          ]
        : [],
    ),
  );
  await bus.publish(
    em,
    findings.map((finding) => outgoing(findingsV1, finding)),
  );
  return findings.length;
}

/** The number of the patterns that this version of the document met before. Which version was read is known only now. */
const metBefore = ({ known }: WaitingReference, { document }: MatchedPart): bigint =>
  known !== null && known.version === document.version ? known.matched : 0n;

async function newestLaunches(em: SqlEntityManager, { source }: Audience, tasks: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (tasks.length === 0) return new Map();
  const found = await rows(
    em,
    sql<{ task_id: string; launch_id: string }>`
      select distinct on (task_id) task_id, launch_id from crawler.launch
      where source_type = ${source} and task_id = any (${[...tasks]}::uuid[]) order by task_id, began_at desc`,
  );
  return new Map(found.map((launch) => [launch.task_id, launch.launch_id]));
}
