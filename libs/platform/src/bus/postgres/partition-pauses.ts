import { BackOff } from '../back-off.ts';

interface Paused {
  readonly backOff: BackOff;
  until: number;
}

/**
 * The partitions that a loop leaves alone after a failure, each for its own pause: a message that cannot be handled now holds up those of
 * its partition, whose order it keeps, and no others. `now` is in milliseconds, from any beginning.
 */
export class PartitionPauses {
  private readonly paused = new Map<number, Paused>();

  failed(partition: number, now: number): void {
    const one = this.paused.get(partition) ?? { backOff: new BackOff(), until: now };
    one.backOff.failed();
    one.until = now + one.backOff.pause;
    this.paused.set(partition, one);
  }

  succeeded(partition: number): void {
    this.paused.delete(partition);
  }

  /** Forgets those that could have been tried: nothing waits in them, or another process works on them. */
  forgetRested(now: number): void {
    for (const [partition, { until }] of this.paused) if (until <= now) this.paused.delete(partition);
  }

  /** The partitions that are not tried yet. */
  resting(now: number): readonly number[] {
    return [...this.paused].flatMap(([partition, { until }]) => (until > now ? [partition] : []));
  }

  /** How long to wait at most until one may be tried, in milliseconds. */
  next(now: number): number {
    return Math.min(...[...this.paused.values()].map(({ until }) => Math.max(0, until - now)));
  }
}
