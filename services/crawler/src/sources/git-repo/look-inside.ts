import type { Extractor } from '../../extraction/extractor.ts';
import { formatOf } from '../../extraction/formats.ts';
import type { SourceDocument } from '../../scanning/source-document.ts';

/**
 * Time that extraction may take of one scan, not counting how long documents wait for a thread: a history of a thousand versions of a large
 * workbook would keep a launch for hours otherwise. What comes later is matched as it is and counted as `over_bound`.
 */
export const EXTRACTION_MS = 20 * 60_000;

type Read = SourceDocument & { readonly bytes: Uint8Array };

/** Replaces the archives, office files, PDF and mails of one scan by what is inside them, one document at a time. */
export class InsideOfBlobs {
  readonly #extractor: Extractor;
  readonly #signal: AbortSignal;
  #millisecondsLeft: number;

  constructor(extractor: Extractor, signal: AbortSignal, milliseconds = EXTRACTION_MS) {
    this.#extractor = extractor;
    this.#signal = signal;
    this.#millisecondsLeft = milliseconds;
  }

  /** The document itself where nothing is inside: of a text only the first bytes are looked at. @param wasInterrupted by earlier scans */
  async read(document: SourceDocument, wasInterrupted = false): Promise<readonly SourceDocument[]> {
    const { bytes } = document;
    if (bytes === undefined || formatOf(bytes) === null) return [document];
    return this.#inside({ ...document, bytes }, wasInterrupted);
  }

  async #inside(document: Read, wasInterrupted: boolean): Promise<readonly SourceDocument[]> {
    const { bytes, path } = document;
    if (this.#millisecondsLeft <= 0) return [{ ...document, unread: 'over_bound' }];
    const extracted = await this.#extractor.extract({ bytes, path }, this.#signal, wasInterrupted);
    if (extracted === null) return [document];
    this.#millisecondsLeft -= extracted.milliseconds;
    const { bytes: _, ...rest } = document;
    const found: SourceDocument[] = extracted.parts.map((part) => ({ ...at(rest, part.path), bytes: part.bytes }));
    for (const part of extracted.unread) found.push({ ...at(rest, part.path), bytes: undefined, unread: part.reason });
    const last = found.length - 1;
    return found.map((one, number) => (number === last ? one : { ...one, continues: true }));
  }
}

const at = (document: Omit<SourceDocument, 'bytes'>, inner: string): Omit<SourceDocument, 'bytes'> =>
  inner === '' ? document : { ...document, inner };
