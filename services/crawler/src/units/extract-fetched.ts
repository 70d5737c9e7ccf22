import type { Extractor } from '../extraction/extractor.ts';
import type { FetchedDocument } from '../sources/unit-source.port.ts';
import type { UnreadableReason } from '../extraction/reader.ts';
import type { FetchedReference } from './fetch-references.ts';

/** Separates the path of a document from that of what is inside it. */
const INSIDE = '!/';

/** A document, or what is inside it. */
export type ExtractedDocument = Omit<FetchedDocument, 'unread'> & {
  readonly unread?: NonNullable<FetchedDocument['unread']> | UnreadableReason;
  /** The bytes that were fetched, of what was read inside them. */
  readonly original?: Uint8Array;
};
export type ExtractedReference = Omit<FetchedReference, 'documents'> & { readonly documents: readonly ExtractedDocument[] };

/** The name of a document inside others, and those of the others, so that a pattern for a file name meets an archive's and its files'. */
export const fileNamesOf = (path: string): readonly string[] => {
  const parts = path.split(INSIDE);
  return [path, ...parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join(INSIDE))];
};

/** Replaces archives, office files, PDF and mails by what is inside them; what is not read is listed with the reason. */
export async function extractFetched(
  extractor: Extractor,
  fetched: readonly FetchedReference[],
  signal: AbortSignal,
): Promise<readonly ExtractedReference[]> {
  return Promise.all(
    fetched.map(async ({ reference, documents }) => ({
      reference,
      documents: (await Promise.all(documents.map((document) => extractOne(extractor, document, signal)))).flat(),
    })),
  );
}

async function extractOne(extractor: Extractor, document: FetchedDocument, signal: AbortSignal): Promise<readonly ExtractedDocument[]> {
  const { bytes, path, urlAt } = document;
  const extracted = bytes === undefined ? null : await extractor.extract({ bytes, path }, signal);
  if (extracted === null) return [document];
  const inner = (at: string) => ({
    ...document,
    path: at === '' ? path : `${path}${INSIDE}${at}`,
    // Lines inside are not lines of the page.
    urlAt: at === '' ? urlAt : () => urlAt(1),
  });
  return [
    ...extracted.parts.map((part) => ({ ...inner(part.path), bytes: part.bytes, ...(bytes !== undefined && { original: bytes }) })),
    ...extracted.unread.map(({ path: at, reason }) => ({ ...inner(at), bytes: undefined, unread: reason })),
  ];
}
