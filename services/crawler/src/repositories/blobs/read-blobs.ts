import { canBeRead } from './can-be-read.ts';
import { CatFile, type ObjectHead } from './cat-file.ts';
import type { ReadStop } from '../git/classify-git-failure.ts';
import type { ProcessLimits } from '../git/git-limits.ts';
import { checkCancelled } from '../git/git-reader.ts';

export interface BlobReaderOptions {
  readonly directory: string;
  /** Larger blobs are not read. */
  readonly maximumBytes: number;
  readonly signal?: AbortSignal;
  /** Of one git; READ_LIMITS when left out. */
  readonly limits?: ProcessLimits;
}

/**
 * The result for one blob:
 * - read: `bytes` are valid until the next blob is requested, which overwrites them
 * - oversize: skipped because of its size in bytes
 * - missing: the mirror does not have it, or it is not a blob; two git processes said so, and its packs can be read
 * - damaged, over_bound, interrupted: the mirror has it, and two git processes did not give it; why the second one did not (`ReadStop`)
 */
export type BlobReading =
  | { readonly oid: string; readonly outcome: 'read'; readonly bytes: Buffer }
  | { readonly oid: string; readonly outcome: 'oversize'; readonly size: number }
  | { readonly oid: string; readonly outcome: 'missing' | ReadStop };

/** Objects whose sizes are requested at once; few enough that neither pipe fills up while the other side writes. */
const CHECKED_AT_ONCE = 256;
/** Bytes requested ahead, so that git reads the next blob while the last one is matched. */
const AHEAD_BYTES = 4 * 1024 * 1024;

/**
 * Reads many blobs of a mirror through two long-lived git processes: one returns sizes, so that an oversized blob is never
 * unpacked, the other contents. One `read` runs at a time, with one blob in memory.
 */
export class BlobReader {
  readonly #options: BlobReaderOptions;
  readonly #sizes: CatFile;
  readonly #contents: CatFile;

  constructor(options: BlobReaderOptions) {
    this.#options = options;
    this.#sizes = new CatFile(options.directory, '--batch-check', options.limits);
    this.#contents = new CatFile(options.directory, '--batch', options.limits);
    options.signal?.addEventListener('abort', this.close, { once: true });
  }

  /** Yields one reading for each oid, in order. @throws GitRepositoryError cancelled; mirror_failed where the machine cannot start git */
  async *read(oids: Iterable<string> | AsyncIterable<string>): AsyncGenerator<BlobReading, void, undefined> {
    let finished = false;
    try {
      for await (const batch of batches(oids, CHECKED_AT_ONCE)) yield* this.#readBatch(batch);
      finished = true;
    } finally {
      // The next call must not read pending answers of this one.
      if (!finished) this.#stop();
    }
  }

  /** Kills the processes. */
  readonly close = (): void => {
    this.#options.signal?.removeEventListener('abort', this.close);
    this.#stop();
  };

  #stop(): void {
    this.#sizes.stop();
    this.#contents.stop();
  }

  async *#readBatch(oids: readonly string[]): AsyncGenerator<BlobReading, void, undefined> {
    // Both processes start at the same time.
    this.#contents.begin();
    const readings = await this.#check(oids);
    let asked = 0;
    let answered = 0;
    let ahead = 0;
    while (answered < readings.length) {
      checkCancelled(this.#options.signal);
      while (asked < readings.length && (ahead === 0 || ahead < AHEAD_BYTES)) {
        const next = readings[asked];
        if (next?.outcome === 'readable') {
          this.#contents.ask([next.oid]);
          ahead += next.size;
        }
        asked += 1;
      }
      const reading = readings[answered];
      answered += 1;
      if (reading === undefined) return;
      if (reading.outcome !== 'readable') {
        yield reading;
        continue;
      }
      ahead -= reading.size;
      let content = await this.#content(reading.oid, reading.size);
      if (typeof content === 'string') {
        // git may have died of a limit or a signal at a sound blob: a new process decides, and gets the pending ones later.
        asked = answered;
        ahead = 0;
        this.#contents.ask([reading.oid]);
        content = await this.#content(reading.oid, reading.size);
      }
      const { oid } = reading;
      yield typeof content === 'string' ? { oid, outcome: content } : { oid, outcome: 'read', bytes: content };
    }
  }

  async #content(oid: string, size: number): Promise<Buffer | ReadStop> {
    const head = await this.#contents.head();
    checkCancelled(this.#options.signal);
    // git reports a blob that it cannot unpack as missing and continues; a new process in every case keeps requests and
    // answers in step.
    const fits = typeof head === 'object' && head.oid === oid && head.size === size;
    const bytes = fits ? await this.#contents.body(size) : undefined;
    checkCancelled(this.#options.signal);
    if (bytes !== undefined) return bytes;
    const stop = await this.#contents.giveUp();
    const isPassing = stop === 'damaged' && !(await canBeRead(this.#options.directory, [oid]));
    checkCancelled(this.#options.signal);
    return isPassing ? 'interrupted' : stop;
  }

  /** Of an object that is missing a new process decides: the first one may not have been able to open a pack. */
  async #check(oids: readonly string[]): Promise<readonly Checked[]> {
    const checked = await this.#checkOnce(oids);
    const missing = checked.filter(({ oid, outcome }) => outcome === 'missing' && isOid(oid)).map(({ oid }) => oid);
    if (missing.length === 0) return checked;
    this.#sizes.stop();
    const isReadable = await canBeRead(this.#options.directory, missing);
    const again = new Map((await this.#checkOnce(missing)).map((one) => [one.oid, one]));
    const isPassing = (await this.#sizes.giveUp()) === 'interrupted' || !isReadable;
    checkCancelled(this.#options.signal);
    return checked.map((one) => {
      const now = again.get(one.oid) ?? one;
      return now.outcome === 'missing' && isPassing && again.has(one.oid) ? { oid: one.oid, outcome: 'interrupted' } : now;
    });
  }

  async #checkOnce(oids: readonly string[]): Promise<readonly Checked[]> {
    const checked: Checked[] = [];
    while (checked.length < oids.length) {
      checkCancelled(this.#options.signal);
      const left = oids.slice(checked.length);
      const names = left.filter(isOid);
      if (names.length > 0) this.#sizes.ask(names);
      for (const oid of left) {
        if (!isOid(oid)) {
          checked.push({ oid, outcome: 'missing' });
          continue;
        }
        let head = await this.#sizes.head();
        const died = head === 'died';
        if (died) {
          this.#sizes.stop();
          this.#sizes.ask([oid]);
          head = await this.#sizes.head();
        }
        checkCancelled(this.#options.signal);
        if (head === 'died') {
          const stop = await this.#sizes.giveUp();
          checkCancelled(this.#options.signal);
          checked.push({ oid, outcome: stop });
        } else checked.push(this.#sized(oid, head));
        // The answers about the others are lost.
        if (died) break;
      }
    }
    return checked;
  }

  #sized(oid: string, head: Exclude<ObjectHead, 'died'>): Checked {
    if (head === 'missing' || head.kind !== 'blob') return { oid, outcome: 'missing' };
    if (head.size > this.#options.maximumBytes) return { oid, outcome: 'oversize', size: head.size };
    return { oid, outcome: 'readable', size: head.size };
  }
}

type Checked =
  | Exclude<BlobReading, { readonly outcome: 'read' }>
  | { readonly oid: string; readonly outcome: 'readable'; readonly size: number };

async function* batches(oids: Iterable<string> | AsyncIterable<string>, size: number): AsyncGenerator<string[], void, undefined> {
  let batch: string[] = [];
  for await (const oid of oids) {
    batch.push(oid);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Any other text would be a different request to git. */
function isOid(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
