import { once } from 'node:events';
import type { WaitingPlaces } from '../waiting-places.ts';

/** Readings that may wait for others without a place at the same time. Each has a repository in hand. */
const IDLE_MAX = 16;

/** A reading's part in the places of its process. */
export interface Seat extends WaitingPlaces {
  /** It has, or had, a place: it does more than ask a remote. */
  readonly isWorking: boolean;
  /** Whether it has a place now. */
  take(): boolean;
  leave(): void;
}

/** How many repositories one process fetches and scans at once. One that waits for another gives its place to a further one. */
export class Places {
  #free: number;
  #idle = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  get isFree(): boolean {
    return this.#free > 0 && this.#waiting.length === 0;
  }

  seat(): Seat {
    let [held, working] = [false, false];
    const take = (): boolean => {
      if (held || !this.isFree) return held;
      this.#free -= 1;
      [held, working] = [true, true];
      return true;
    };
    const leave = (): void => {
      if (!held) return;
      held = false;
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
    const whileIdle = async (wait: () => Promise<boolean>, signal: AbortSignal): Promise<void> => {
      if (!held || this.#idle >= IDLE_MAX) return void (await wait());
      this.#idle += 1;
      leave();
      try {
        if (!(await wait())) return;
      } finally {
        this.#idle -= 1;
      }
      if (take()) return;
      await this.#turn(signal);
      held = true;
    };
    return {
      get isWorking() {
        return working;
      },
      take,
      leave,
      whileIdle,
    };
  }

  /** Resolves with a place that another one left. Throws the signal's reason. */
  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const stop = new AbortController();
    let got = (): void => undefined;
    const turn = new Promise<'got'>((resolve) => (got = () => resolve('got')));
    this.#waiting.push(got);
    const aborted = once(signal, 'abort', { signal: stop.signal }).then(
      () => 'aborted' as const,
      () => 'aborted' as const,
    );
    if ((await Promise.race([turn, aborted])) === 'got') return stop.abort();
    const at = this.#waiting.indexOf(got);
    if (at >= 0) this.#waiting.splice(at, 1);
    // It was left to this one in the same moment.
    else this.#pass();
    throw signal.reason;
  }

  #pass(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
