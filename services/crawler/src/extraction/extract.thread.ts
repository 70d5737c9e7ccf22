import { type Extracted, extractDocument } from './extract-document.ts';

export interface ExtractionTask {
  readonly bytes: Uint8Array;
  readonly path: string;
}

/** What is inside a document, and how long reading it took. */
export interface TimedExtraction extends Extracted {
  readonly milliseconds: number;
}

/** Runs in a thread of its own (`extractor.ts`), which is ended when it takes too long or too much memory. */
export async function extract({ bytes, path }: ExtractionTask): Promise<TimedExtraction> {
  const started = performance.now();
  const extracted = await extractDocument(bytes, path);
  return { ...extracted, milliseconds: performance.now() - started };
}
