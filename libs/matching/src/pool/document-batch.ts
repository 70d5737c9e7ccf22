/**
 * Documents of up to this many bytes go to a thread together. With batches of half a megabyte a scan needed a quarter more processor time
 * than with these, for waking threads (docs/benchmarks.md).
 */
const BATCH_BYTES = 4 * 1024 * 1024;
/** The bound where files are small; their names are sent as a message. */
const BATCH_DOCUMENTS = 512;

/** Where a document lies in its batch. */
export interface BatchedDocument {
  readonly start: number;
  readonly end: number;
  readonly fileNames: readonly string[];
  /** Number of the filter that it meets (see `PatternSet.filter`); -1 when it meets all patterns. */
  readonly filter: number;
}

/** Documents that are sent to a thread together, copied into shared memory, so that the reader may overwrite their bytes. */
export class DocumentBatch {
  readonly documents: BatchedDocument[] = [];
  private memory = new Uint8Array(new SharedArrayBuffer(0));
  private used = 0;
  private readonly room: number;

  /** @param expected bytes that will be added; a batch that is filled again and again keeps room for the most */
  constructor(expected = BATCH_BYTES) {
    this.room = Math.min(expected, BATCH_BYTES);
  }

  get bytes(): Uint8Array<SharedArrayBuffer> {
    return this.memory;
  }

  get size(): number {
    return this.used;
  }

  get isEmpty(): boolean {
    return this.documents.length === 0;
  }

  /** Whether a document of that many bytes still fits. The first one always does. */
  fits(bytes: number): boolean {
    return this.isEmpty || (this.documents.length < BATCH_DOCUMENTS && this.used + bytes <= BATCH_BYTES);
  }

  /** Copies a document, which `fits`. */
  add(bytes: Uint8Array, fileNames: readonly string[], filter = -1): void {
    if (this.memory.length < this.used + bytes.length) this.grow(this.isEmpty ? Math.max(bytes.length, this.room) : BATCH_BYTES);
    this.memory.set(bytes, this.used);
    this.documents.push({ start: this.used, end: this.used + bytes.length, fileNames, filter });
    this.used += bytes.length;
  }

  private grow(bytes: number): void {
    const before = this.memory;
    this.memory = new Uint8Array(new SharedArrayBuffer(bytes));
    this.memory.set(before.subarray(0, this.used));
  }

  /** Makes the filter of a document another one. */
  meet(number: number, filter: number): void {
    const document = this.documents[number];
    if (document !== undefined) this.documents[number] = { ...document, filter };
  }

  /** Empties the batch. Its memory is used again, so the threads must be done with it. */
  clear(): void {
    this.documents.length = 0;
    this.used = 0;
    if (this.memory.length > BATCH_BYTES) this.memory = new Uint8Array(new SharedArrayBuffer(0));
  }
}
