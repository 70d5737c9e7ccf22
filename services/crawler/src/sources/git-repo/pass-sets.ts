import type { OwnedPattern, PatternSet } from '@leakwatch/matching';
import type { HeldSet, PatternSets } from '../../scanning/pattern-sets.ts';

/** The sets that the reading of one repository matches with: its task's patterns, and perhaps those of others. */
export class PassSets {
  readonly #sets: Pick<PatternSets, 'hold'>;
  readonly #held: HeldSet[] = [];
  #closed = false;

  constructor(sets: Pick<PatternSets, 'hold'>) {
    this.#sets = sets;
  }

  /** Throws the signal's reason. */
  async of(patterns: readonly OwnedPattern[], signal: AbortSignal): Promise<PatternSet> {
    const held = await this.#sets.hold(this, patterns);
    this.#held.push(held);
    // That of a screening which was given up may come late.
    if (this.#closed) this.close();
    signal.throwIfAborted();
    return held.set;
  }

  close(): void {
    this.#closed = true;
    for (const { release } of this.#held.splice(0)) release();
  }
}
