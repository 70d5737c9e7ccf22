import type { Finding } from '@leakwatch/contracts';
import type { MatchedDocument } from '../scanning/match-in-threads.ts';
import type { KeepContents } from './keep-contents.ts';

type ContentOf = (ranges: Finding['byte_ranges']) => Finding['content'];

/** Keeps those of some documents that have matches. Returns, for each document, the content of a finding of it. */
export async function keepMatched(
  keep: Pick<KeepContents, 'run'>,
  organisation: string,
  documents: readonly MatchedDocument[],
): Promise<(document: MatchedDocument) => ContentOf> {
  const bytesOf = new Map<MatchedDocument, Uint8Array>();
  const wanted = documents.flatMap((document) => {
    const { content, result } = document;
    if (content === undefined || result?.outcome !== 'examined') return [];
    // A copy: what is shared with the threads is used again, and crypto may read it later.
    const bytes = Buffer.from(content);
    bytesOf.set(document, bytes);
    return [{ organisation, bytes, first: firstByte(result.matches) }];
  });
  const kept = await keep.run(wanted);
  return (document) => {
    const bytes = bytesOf.get(document);
    return (ranges) => (bytes === undefined ? null : kept.of(organisation, { bytes }, ranges));
  };
}

/** The byte with which the first match begins; a match of the file name alone has no place. */
export const firstByte = (matches: readonly { readonly spans: readonly { readonly start: number }[] }[]): number =>
  matches.reduce((least, { spans }) => Math.min(least, spans[0]?.start ?? least), Number.MAX_SAFE_INTEGER) % Number.MAX_SAFE_INTEGER;
