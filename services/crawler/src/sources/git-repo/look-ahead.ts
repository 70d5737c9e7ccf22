/** Remotes that one launch asks at the same time: mostly their answers are waited for. A small server of a customer's own bears as many. */
const AT_ONCE = 8;

/**
 * Asks the remotes of the next repositories of a launch while an earlier one is fetched and scanned: of most repositories the answer is that nothing
 * changed, and the time is that of the network. The first repository is not asked ahead: nothing is under way before it.
 */
export class LookAhead<Target, Answer> {
  readonly #looks = new Map<Target, Promise<Answer | undefined>>();
  readonly #ended = new AbortController();
  readonly #targets: readonly Target[];
  readonly #look: (target: Target, signal: AbortSignal) => Promise<Answer | undefined>;
  readonly #signal: AbortSignal;

  /** @param look undefined where the target has to be asked again, in its turn */
  constructor(targets: readonly Target[], signal: AbortSignal, look: (target: Target, signal: AbortSignal) => Promise<Answer | undefined>) {
    this.#targets = targets;
    this.#look = look;
    this.#signal = AbortSignal.any([signal, this.#ended.signal]);
  }

  /** What a target answered, when its turn has come; targets are taken in their order. Throws what `look` throws. */
  async at(index: number): Promise<Answer | undefined> {
    for (const target of this.#targets.slice(index + 1, index + 1 + AT_ONCE)) if (!this.#looks.has(target)) this.#begin(target);
    const [target] = this.#targets.slice(index, index + 1);
    return target === undefined ? undefined : this.#looks.get(target);
  }

  /** Ends what is under way. Resolves when nothing is. */
  async end(): Promise<void> {
    this.#ended.abort();
    await Promise.allSettled(this.#looks.values());
  }

  #begin(target: Target): void {
    const answer = this.#look(target, this.#signal);
    // Its turn may never come.
    answer.catch(() => undefined);
    this.#looks.set(target, answer);
  }
}
