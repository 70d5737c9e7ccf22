/** One way of doing a piece of work. `run` gives what it found, so that contestants can be held against each other. */
export interface Contestant<Found> {
  readonly name: string;
  /** Timed. */
  readonly run: () => Found | Promise<Found>;
  /** Before each round, not timed: an empty table, say. */
  readonly prepare?: () => unknown;
  /** Contestants of one group must find the same. */
  readonly group?: string;
}

export interface Measured<Found> {
  readonly name: string;
  /** Seconds, one for each round. */
  readonly seconds: readonly number[];
  readonly median: number;
  readonly found: Found;
  readonly group: string;
}

/** Fewer rounds say little on a shared machine. */
export const ROUNDS = 7;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Two contestants found different things: then their times say nothing. */
export class ResultsDiffer extends Error {}

function mustAgree<Found>(measured: readonly Measured<Found>[]): void {
  for (const one of measured) {
    const first = measured.find(({ group }) => group === one.group) ?? one;
    const [left, right] = [JSON.stringify(first.found), JSON.stringify(one.found)];
    if (left !== right) throw new ResultsDiffer(`${first.name} found ${left}, ${one.name} found ${right}`);
  }
}

/**
 * Runs the contestants by turns, A, B, A, B …, so that what else the machine does meets all of them alike; one round
 * before the first is not counted.
 * @throws ResultsDiffer when contestants find different things, or one finds different things in two rounds
 */
export async function interleave<Found>(contestants: readonly Contestant<Found>[], rounds = ROUNDS): Promise<readonly Measured<Found>[]> {
  const seconds = contestants.map((): number[] => []);
  const found: Found[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { name, run, prepare }] of contestants.entries()) {
      await prepare?.();
      const start = process.hrtime.bigint();
      const now = await run();
      const took = Number(process.hrtime.bigint() - start) / 1e9;
      if (round > 0) seconds[at]?.push(took);
      if (round > 0 && JSON.stringify(found[at]) !== JSON.stringify(now)) throw new ResultsDiffer(`${name} finds other things every round`);
      found[at] = now;
    }
  }
  const measured = contestants.flatMap(({ name, group = '' }, at): Measured<Found>[] => {
    const [times = [], last] = [seconds[at], found[at]];
    return last === undefined ? [] : [{ name, seconds: times, median: median(times), found: last, group }];
  });
  mustAgree(measured);
  return measured;
}

/** Median over the rounds of what one contestant took in proportion to another in the same round: what to trust. */
export function ratioOf(one: Measured<unknown>, other: Measured<unknown>): number {
  return median(one.seconds.map((taken, round) => taken / (other.seconds[round] ?? Number.NaN)));
}
