import type { GuestLimit, PatternSet } from '@leakwatch/matching';
import type { NewPacks } from '../../repositories/mirrors/refresh-mirror.ts';
import { type ScreenedBlobs, screenPacks } from '../../screening/screen-objects.ts';

/** Of the packs that one fetch brought. A repository that is made to be slow goes on through git, which commits its progress. */
const SCREENING_MS = 20 * 60_000;

/** What packs are screened with: the patterns that a pass over the mirror may have, compiled. */
export interface AheadWatch {
  readonly set: PatternSet;
  readonly patterns: Iterable<string>;
  readonly guests?: GuestLimit | undefined;
}

/** Screens the packs that a fetch brought while git lists them: listing takes one processor, and as long as the screening. */
export class AheadScreen {
  readonly #watchOf: (mirror: string, signal: AbortSignal) => Promise<AheadWatch>;
  readonly #signal: AbortSignal;
  readonly #end = new AbortController();
  #watch: Promise<AheadWatch> | undefined;
  #blobs: Promise<ScreenedBlobs | undefined> = Promise.resolve(undefined);
  readonly #spent = new Map<string, number>();

  /** @param watchOf for a mirror; the pass over it begins later, and may have other patterns */
  constructor(watchOf: (mirror: string, signal: AbortSignal) => Promise<AheadWatch>, signal: AbortSignal) {
    this.#watchOf = watchOf;
    this.#signal = AbortSignal.any([signal, this.#end.signal]);
  }

  begin(packs: NewPacks, mirror: string): void {
    this.#watch = this.#watchOf(mirror, this.#signal);
    const onSpent = (spent: ReadonlyMap<string, number>) => {
      for (const [task, steps] of spent) this.#spent.set(task, (this.#spent.get(task) ?? 0) + steps);
      return true;
    };
    this.#blobs = this.#watch.then(({ set, guests }) =>
      screenPacks({ ...packs, set, guests, onSpent, until: performance.now() + SCREENING_MS, signal: this.#signal }),
    );
    // Reported where the scan waits for it; a listing that fails never does.
    this.#blobs.catch(() => undefined);
  }

  /**
   * undefined where nothing was screened, or not for all of these patterns: then what was screened is given up. What concerns none of the screened
   * patterns concerns none of fewer.
   * @throws the signal's reason, PoolClosed
   */
  async blobsFor(patterns: Iterable<string>): Promise<ScreenedBlobs | undefined> {
    if (this.#watch === undefined) return undefined;
    const screened = new Set((await this.#watch).patterns);
    for (const pattern of patterns) if (!screened.has(pattern)) return this.end();
    return this.#blobs;
  }

  /** Steps that expressions of guests took, by task. */
  get spent(): ReadonlyMap<string, number> {
    return this.#spent;
  }

  /** Ends a screening that nobody waits for any more. */
  end(): undefined {
    this.#end.abort();
  }
}
