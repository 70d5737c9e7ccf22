import type { BlobIntroduction } from './introduction-parser.ts';

/** Introductions written in one statement: few enough that writing begins soon after listing. */
const BATCH = 1_000;

/** Collects what a listing finds. One batch is written while the next one is listed, so two of them are in memory at most. */
export class LedgerWriter {
  readonly #write: (introductions: readonly BlobIntroduction[]) => Promise<void>;
  #batch: BlobIntroduction[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (introductions: readonly BlobIntroduction[]) => Promise<void>) {
    this.#write = write;
  }

  /** Waits where the batch before is still being written. @throws what writing it has thrown */
  async add(introductions: readonly BlobIntroduction[]): Promise<void> {
    this.#batch.push(...introductions);
    while (this.#batch.length >= BATCH) await this.#begin();
  }

  /** Writes what is left. */
  async finish(): Promise<void> {
    if (this.#batch.length > 0) await this.#begin();
    await this.#writing;
  }

  /** Waits until nothing is being written any more, however that ends. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  async #begin(): Promise<void> {
    const batch = this.#batch.splice(0, BATCH);
    await this.#writing;
    this.#writing = this.#write(batch);
    // Reported where the next batch, or the end, waits for it.
    this.#writing.catch(() => undefined);
  }
}
