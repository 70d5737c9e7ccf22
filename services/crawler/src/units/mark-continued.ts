import type { UnitSource } from '../sources/unit-source.port.ts';
import type { FetchedReference } from './fetch-references.ts';
import type { FoundText, MatchedReferences } from './match-fetched.ts';

const placeOf = ({ reference, text, part }: FoundText): string => JSON.stringify([reference.position, text.kind, text.text, part.path]);

/** What was read of a document before, where it was cut then. */
function beginningOf(source: Pick<UnitSource, 'readBefore'>, { reference, documents }: FetchedReference): readonly FetchedReference[] {
  if (reference.known === null) return [];
  const read = source.readBefore?.(reference.known.version, documents[0]?.version ?? reference.version);
  if (read === undefined) return [];
  return [
    {
      reference,
      documents: documents.flatMap(({ bytes, ...one }) => (bytes === undefined ? [] : [{ ...one, bytes: bytes.subarray(0, read) }])),
    },
  ];
}

/**
 * Says of matches in documents that were cut when they were read before what was found in them then: the same leak may go on behind the cut.
 * `match` extracts and matches documents as those of `matched`.
 */
export async function markContinued(
  source: Pick<UnitSource, 'readBefore'>,
  fetched: readonly FetchedReference[],
  matched: MatchedReferences,
  match: (documents: readonly FetchedReference[]) => Promise<MatchedReferences>,
): Promise<MatchedReferences> {
  const beginnings = fetched.flatMap((one) => beginningOf(source, one));
  if (matched.found.length === 0 || beginnings.length === 0) return matched;
  const before = new Map((await match(beginnings)).found.map((one) => [placeOf(one), one.part.lines_hash]));
  const found = matched.found.map((one): FoundText => {
    const continues = before.get(placeOf(one)) ?? null;
    return continues === one.part.lines_hash ? one : { ...one, part: { ...one.part, continues } };
  });
  return { ...matched, found };
}
