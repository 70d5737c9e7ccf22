import { type Extracted, extractDocument } from './extract-document.ts';

export interface ExtractionTask {
  readonly bytes: Uint8Array;
  readonly path: string;
}

/** Runs in a thread of its own (`extractor.ts`), which is ended when it takes too long or too much memory. */
export const extract = async ({ bytes, path }: ExtractionTask): Promise<Extracted> => extractDocument(bytes, path);
