import type { Finding } from '@leakwatch/contracts';
import type { MatchedDocument } from '../scanning/match-in-threads.ts';
import type { KeepContents } from './keep-contents.ts';

type ContentOf = (organisation: string, ranges: Finding['byte_ranges']) => Finding['content'];

/**
 * Keeps those of some documents that have matches, for each organisation with a match in them. Returns, for each document, the content of an
 * organisation's finding in it.
 * @param organisationOf by pattern; undefined for one that no finding is made for
 */
export async function keepMatched(
  keep: Pick<KeepContents, 'run'>,
  organisationOf: (pattern: string) => string | undefined,
  documents: readonly MatchedDocument[],
): Promise<(document: MatchedDocument) => ContentOf> {
  const bytesOf = new Map<MatchedDocument, Uint8Array>();
  const wanted = documents.flatMap((document) => {
    const { content, result } = document;
    if (content === undefined || result?.outcome !== 'examined') return [];
    // A copy: what is shared with the threads is used again, and crypto may read it later.
    const bytes = Buffer.from(content);
    bytesOf.set(document, bytes);
    const owned = result.matches.map((match) => ({ match, organisation: organisationOf(match.patternId) }));
    return [...new Set(owned.map(({ organisation }) => organisation))].flatMap((organisation) => {
      const own = owned.flatMap((one) => (one.organisation === organisation ? [one.match] : []));
      return organisation === undefined ? [] : [{ organisation, bytes, first: firstByte(own) }];
    });
  });
  const kept = await keep.run(wanted);
  return (document) => {
    const bytes = bytesOf.get(document);
    return (organisation, ranges) => (bytes === undefined ? null : kept.of(organisation, { bytes }, ranges));
  };
}

/** The byte with which the first match begins; a match of the file name alone has no place. */
export const firstByte = (matches: readonly { readonly spans: readonly { readonly start: number }[] }[]): number =>
  matches.reduce((least, { spans }) => Math.min(least, spans[0]?.start ?? least), Number.MAX_SAFE_INTEGER) % Number.MAX_SAFE_INTEGER;
