import type { PatternSet } from '@leakwatch/matching';
import type { NewPacks } from '../../repositories/mirrors/refresh-mirror.ts';
import { type ScreenedBlobs, screenPacks } from '../../screening/screen-objects.ts';

/** Of the packs that one fetch brought. A repository that is made to be slow goes on through git, which commits its progress. */
const SCREENING_MS = 20 * 60_000;

/** Screens the packs that a fetch brought while git lists them: listing takes one processor, and as long as the screening. */
export class AheadScreen {
  readonly #set: PatternSet;
  readonly #signal: AbortSignal;
  readonly #end = new AbortController();
  #blobs: Promise<ScreenedBlobs | undefined> = Promise.resolve(undefined);

  constructor(set: PatternSet, signal: AbortSignal) {
    this.#set = set;
    this.#signal = AbortSignal.any([signal, this.#end.signal]);
  }

  begin(packs: NewPacks): void {
    const until = performance.now() + SCREENING_MS;
    this.#blobs = screenPacks({ ...packs, set: this.#set, until, signal: this.#signal });
    // Reported where the scan waits for it; a listing that fails never does.
    this.#blobs.catch(() => undefined);
  }

  /** undefined where nothing was screened. @throws the signal's reason, PoolClosed */
  get blobs(): Promise<ScreenedBlobs | undefined> {
    return this.#blobs;
  }

  /** Ends a screening that nobody waits for any more. */
  end(): void {
    this.#end.abort();
  }
}
