import { namesInside, pathInside } from '@leakwatch/matching';
import type { Extractor } from '../extraction/extractor.ts';
import type { FetchedDocument } from '../sources/unit-source.port.ts';
import type { UnreadableReason } from '../extraction/reader.ts';
import type { FetchedReference } from './fetch-references.ts';

/** A document, or what is inside it. */
export type ExtractedDocument = Omit<FetchedDocument, 'unread'> & {
  /** Under which the document is looked for by file name. */
  readonly fileNames: readonly string[];
  readonly unread?: NonNullable<FetchedDocument['unread']> | UnreadableReason;
  /** The bytes that were fetched, of what was read inside them. */
  readonly original?: Uint8Array;
};
export type ExtractedReference = Omit<FetchedReference, 'documents'> & { readonly documents: readonly ExtractedDocument[] };

/** Replaces archives, office files, PDF and mails by what is inside them; what is not read is listed with the reason. */
export async function extractFetched(
  extractor: Extractor,
  fetched: readonly FetchedReference[],
  signal: AbortSignal,
): Promise<readonly ExtractedReference[]> {
  return Promise.all(
    fetched.map(async ({ reference, documents }) => ({
      reference,
      documents: (
        await Promise.all(documents.map((document) => extractOne(extractor, document, signal, reference.interruptions > 0)))
      ).flat(),
    })),
  );
}

async function extractOne(
  extractor: Extractor,
  document: FetchedDocument,
  signal: AbortSignal,
  wasInterrupted: boolean,
): Promise<readonly ExtractedDocument[]> {
  const { bytes, path, urlAt } = document;
  const extracted = bytes === undefined ? null : await extractor.extract({ bytes, path }, signal, wasInterrupted);
  if (extracted === null) return [{ ...document, fileNames: namesInside(path, '') }];
  const inner = (at: string) => ({
    ...document,
    path: pathInside(path, at),
    fileNames: namesInside(path, at),
    // Lines inside are not lines of the page.
    urlAt: at === '' ? urlAt : () => urlAt(1),
  });
  return [
    ...extracted.parts.map((part) => ({ ...inner(part.path), bytes: part.bytes, ...(bytes !== undefined && { original: bytes }) })),
    ...extracted.unread.map(({ path: at, reason }) => ({ ...inner(at), bytes: undefined, unread: reason })),
  ];
}
