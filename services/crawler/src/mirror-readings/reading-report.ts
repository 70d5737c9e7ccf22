import { type Database, SCHEDULER } from '@leakwatch/platform';
import { NEW_READING, type ReadingState } from '../sources/git-repo/reading-state.ts';
import { type LeasedReading, writeReading } from './reading.store.ts';

/** A row is written at most this often: pages that are open see progress move. */
const EVERY_MS = 1_000;

/** Writes how far a reading is while it runs. What could not be written is in the next one. */
export class ReadingReport {
  readonly #database: Database;
  readonly #reading: LeasedReading;
  #state = NEW_READING;
  #next: NodeJS.Timeout | undefined;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, reading: LeasedReading) {
    this.#database = database;
    this.#reading = reading;
  }

  get state(): ReadingState {
    return this.#state;
  }

  update(change: Partial<ReadingState>): void {
    this.#state = { ...this.#state, ...change };
    this.#next ??= setTimeout(() => this.#write(), Math.max(0, this.#written + EVERY_MS - performance.now()));
  }

  /** Resolves when nothing is written any more. */
  async end(): Promise<void> {
    clearTimeout(this.#next);
    await this.#writing;
  }

  #write(): void {
    this.#next = undefined;
    this.#written = performance.now();
    const state = this.#state;
    this.#writing = this.#writing.then(async () => {
      // A reading does not fail because the database is away for a moment.
      await this.#database.inScope(SCHEDULER, (em) => writeReading(em, this.#reading, state)).catch(() => false);
    });
  }
}
