import type { MatchingPool, OwnedPattern, PatternSet } from '@leakwatch/matching';
import type { Watch } from '../../scanning/to-findings.ts';

/**
 * The sets that a launch matches with: its task's own, and with other tasks the last one that was needed, because most repositories of a
 * launch are shared with the same tasks.
 */
export class PassSets {
  readonly #pool: Pick<MatchingPool, 'open'>;
  readonly #launch: string;
  readonly #own: Watch;
  #shared: { readonly set: PatternSet; readonly ids: ReadonlySet<string> } | undefined;

  constructor(pool: Pick<MatchingPool, 'open'>, launch: string, own: Watch) {
    this.#pool = pool;
    this.#launch = launch;
    this.#own = own;
  }

  /** @param patterns of the launch's task, and perhaps of others */
  async of(patterns: readonly OwnedPattern[], signal: AbortSignal): Promise<PatternSet> {
    if (patterns.length === this.#own.patterns.size) return this.#own.set;
    const { ids, set } = this.#shared ?? {};
    if (set !== undefined && ids?.size === patterns.length && patterns.every(({ id }) => ids.has(id))) return set;
    this.close();
    const opened = await this.#pool.open(this.#launch, patterns, signal);
    // That of a screening which was given up may have come meanwhile.
    this.close();
    this.#shared = { set: opened, ids: new Set(patterns.map(({ id }) => id)) };
    return opened;
  }

  /** Forgets the shared set; that of the task is its launch's. */
  close(): void {
    this.#shared?.set.close();
    this.#shared = undefined;
  }
}
