import type { WorkerClock } from '../src/units/unit-worker.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Looks for something to do so often, in real milliseconds. */
const POLL_MS = 1;

/** A clock that stands still while work is under way, and otherwise moves to the next time that is waited for. */
export class VirtualClock implements WorkerClock {
  private milliseconds: number;
  private readonly sleepers = new Set<Sleeper>();
  /** Sleeps of worker loops that look for a unit. */
  idle = 0;

  constructor(start: number) {
    this.milliseconds = start;
  }

  readonly now = (): number => this.milliseconds;

  readonly sleep = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
    this.idle += 1;
    await this.wait(milliseconds, signal);
    this.idle -= 1;
  };

  /** Time that a request takes. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.sleepers.delete(sleeper);
        resolve();
      };
      const sleeper: Sleeper = { at: this.milliseconds + Math.ceil(milliseconds), wake };
      this.sleepers.add(sleeper);
      signal.addEventListener('abort', wake, { once: true });
    });
  }

  /** Moves on until `isOver`. @param isQuiet nothing is done: everybody sleeps; @param moved called with the seconds of each move */
  async run(isOver: () => boolean, isQuiet: () => boolean, moved: (seconds: number) => Promise<void>): Promise<void> {
    while (!isOver()) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (!isQuiet()) continue;
      const next = Math.min(...[...this.sleepers].map(({ at }) => at));
      if (!Number.isFinite(next)) throw new Error('everybody sleeps for ever');
      if (next > this.milliseconds) {
        const seconds = (next - this.milliseconds) / 1000;
        this.milliseconds = next;
        await moved(seconds);
      }
      for (const { at, wake } of [...this.sleepers]) if (at <= this.milliseconds) wake();
    }
  }
}
