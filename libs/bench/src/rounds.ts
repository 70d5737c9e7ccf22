import { readFileSync } from 'node:fs';

/** One way of doing a piece of work. `run` returns its result, so that contestants can be compared. */
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
  /** Median of the processor seconds of this process, its threads, and the programs that it waited for. */
  readonly processor: number;
  readonly found: Found;
  readonly group: string;
}

/** Fewer rounds are not reliable on a shared machine. */
export const ROUNDS = 7;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Ticks of a processor's time in a second, as Linux counts them for programs. */
const TICKS = 100;
/** Of the numbers behind the name in /proc/self/stat: time in programs and in the kernel, of this process and of ended children. */
const TIMES = [11, 15] as const;

function processorSeconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return numbers.slice(...TIMES).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

/** The results of two contestants differ, so their times cannot be compared. */
export class ResultsDiffer extends Error {}

function mustAgree<Found>(measured: readonly Measured<Found>[]): void {
  for (const one of measured) {
    const first = measured.find(({ group }) => group === one.group) ?? one;
    const [left, right] = [JSON.stringify(first.found), JSON.stringify(one.found)];
    if (left !== right) throw new ResultsDiffer(`${first.name} found ${left}, ${one.name} found ${right}`);
  }
}

/**
 * Runs the contestants alternately, A, B, A, B …, so that other load on the machine affects all of them alike. One round before
 * the first is not counted.
 * @throws ResultsDiffer when the results of contestants, or of two rounds of one contestant, differ
 */
export async function interleave<Found>(contestants: readonly Contestant<Found>[], rounds = ROUNDS): Promise<readonly Measured<Found>[]> {
  const seconds = contestants.map((): number[] => []);
  const processor = contestants.map((): number[] => []);
  const found: Found[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const [at, { name, run, prepare }] of contestants.entries()) {
      await prepare?.();
      const before = processorSeconds();
      const start = process.hrtime.bigint();
      const now = await run();
      const took = Number(process.hrtime.bigint() - start) / 1e9;
      if (round > 0) {
        seconds[at]?.push(took);
        processor[at]?.push(processorSeconds() - before);
      }
      if (round > 0 && JSON.stringify(found[at]) !== JSON.stringify(now)) throw new ResultsDiffer(`${name} finds other things every round`);
      found[at] = now;
    }
  }
  const measured = contestants.flatMap(({ name, group = '' }, at): Measured<Found>[] => {
    const [times = [], used = [], last] = [seconds[at], processor[at], found[at]];
    return last === undefined ? [] : [{ name, seconds: times, median: median(times), processor: median(used), found: last, group }];
  });
  mustAgree(measured);
  return measured;
}

/** Median over the rounds of one contestant's time in proportion to another's in the same round. */
export function ratioOf(one: Measured<unknown>, other: Measured<unknown>): number {
  return median(one.seconds.map((taken, round) => taken / (other.seconds[round] ?? Number.NaN)));
}
