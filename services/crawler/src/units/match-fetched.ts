import { INTERRUPTED } from '../interrupted.ts';
import { matchDocuments } from '../scanning/match-documents.ts';
import { type MatchedPart, matchedPart } from '../scanning/to-findings.ts';
import type { ExtractedReference } from './extract-fetched.ts';
import type { WaitingReference } from './claims.store.ts';
import type { WatchedText } from './watching/watched-patterns.store.ts';
import type { WatchSnapshot } from './watching/watch-sets.ts';

/** A text that was found in a document, for every task that searches for it. */
export interface FoundText {
  readonly reference: WaitingReference;
  readonly text: WatchedText;
  readonly part: MatchedPart;
  /** The document that was matched, and the file in which it was found: an archive, an office file, the document itself. */
  readonly bytes: Uint8Array;
  readonly original: Uint8Array | undefined;
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

/** Matches what was fetched against every watched pattern. `now`: by the database, which compares it with changes of events. */
export async function matchFetched(
  fetched: readonly ExtractedReference[],
  snapshot: WatchSnapshot,
  signal: AbortSignal,
  now: Date,
): Promise<MatchedReferences> {
  const unread = new Map<WaitingReference, string | null>();
  const versions = new Map<WaitingReference, string>();
  const wanted = fetched.flatMap(({ reference, documents }) => {
    const missed = documents.filter((one) => one.bytes === undefined).map((one) => one.unread);
    const reason = missed.includes(INTERRUPTED) ? INTERRUPTED : missed[0];
    unread.set(reference, documents.length === 0 ? 'gone' : (reason ?? null));
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
    // What was interrupted is read again, and matched then.
    if (result.failed && unread.get(reference) !== INTERRUPTED) unread.set(reference, 'not_matched');
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
        bytes,
        original: document.original,
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
