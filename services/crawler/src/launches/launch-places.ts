import { once } from 'node:events';
import type { WaitingPlaces } from '../waiting-places.ts';

/** Takes one launch after the other from the queue of a source. */
export interface LaunchTaker {
  /** Takes no more launches. Resolves when the one at hand has ended. */
  finish(): Promise<void>;
  /** Stops the launch at hand. */
  close(): Promise<void>;
}

/** Further launches that one process runs in place of waiting ones of a source. Each has connections to Redis of its own. */
const FURTHER_MAX = 16;
/** Shorter waits are not worth the connections. */
const SHORT_WAIT_MS = 2_000;

/** A launch that waits for another one leaves its place to a further launch, so that waiting launches do not keep a process from others. */
export class LaunchPlaces implements WaitingPlaces {
  private readonly takers = new Set<LaunchTaker>();

  constructor(private readonly open: () => LaunchTaker) {}

  async whileIdle(wait: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    let taker: LaunchTaker | undefined;
    const timer = setTimeout(() => {
      taker = this.take();
    }, SHORT_WAIT_MS);
    let hasMore = false;
    try {
      hasMore = await wait();
    } finally {
      clearTimeout(timer);
      const ended = taker === undefined ? Promise.resolve() : this.finish(taker);
      if (hasMore) await Promise.race([ended, aborted(signal)]);
      else ended.catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.takers].map((taker) => taker.close()));
  }

  private take(): LaunchTaker | undefined {
    if (this.takers.size >= FURTHER_MAX) return undefined;
    const taker = this.open();
    this.takers.add(taker);
    return taker;
  }

  private async finish(taker: LaunchTaker): Promise<void> {
    await taker.finish();
    this.takers.delete(taker);
  }
}

/** Rejects with the signal's reason. */
async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
