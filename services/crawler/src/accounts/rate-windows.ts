import { Inject, Injectable } from '@nestjs/common';
import { REDIS, Unavailable } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Rate, SeenWindow } from './access.port.ts';
import { LEFT, LIST_SPENT, MARK_SPENT, SEE, SPEND } from './rate-window.scripts.ts';

/** From a spend to the record of its answer: longer than a request may take (REQUEST_MS). */
export const FLIGHT_MS = 35_000;
/** Headers give whole seconds, and the upstream's clock runs beside ours. */
const GRACE_MS = 1_000;
/** Spends that are remembered although the configured rate needs fewer: more than a crawler has under way with one account. */
const KEPT_MIN = 64;

/** Whose window it is: an account's or an address's, for one resource of one source. */
export interface WindowKey {
  readonly source: string;
  readonly resource: string;
  readonly of: string;
}

export interface Spend {
  /** Milliseconds until a request may be sent; 0 when this one may, and was counted. */
  readonly wait: number;
  /** Tells `saw` to which window the request belongs. */
  readonly window: number;
}

export interface SpentAccount {
  readonly id: string;
  readonly milliseconds: number;
}

const pair = z.tuple([z.number(), z.number()]);
const pairOrNothing = z.union([pair, z.tuple([])]);
const spentList = z.array(z.union([z.string(), z.number()]));

/**
 * How many requests were sent, in Redis, shared by every worker. While Redis does not answer nothing is allowed: every method throws
 * Unavailable. When Redis loses the counts, windows begin anew; the upstream's next answer corrects them.
 */
@Injectable()
export class RateWindows {
  /** The clock of the machine on which Redis runs; tests give their own, in milliseconds. */
  clock: () => number = () => -1;

  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Counts a request before it is sent, unless the window is used up. */
  spend = (key: WindowKey, rate: Rate): Promise<Spend> => this.take(key, rate, true);

  /** Milliseconds until a request may be sent; counts nothing. */
  async look(key: WindowKey, rate: Rate): Promise<number> {
    return (await this.take(key, rate, false)).wait;
  }

  /** What may still be spent, and in how many milliseconds all of it may be; undefined where nothing was spent. Counts nothing. */
  async left(key: WindowKey, { requests, seconds }: Rate): Promise<{ readonly left: number; readonly milliseconds: number } | undefined> {
    const values = [this.clock(), FLIGHT_MS, requests, seconds * 1000];
    const [left, milliseconds] = pairOrNothing.parse(await this.on((redis) => redis.eval(LEFT, 2, ...keysOf(key), ...values)));
    return left === undefined || milliseconds === undefined ? undefined : { left, milliseconds };
  }

  /** Records what an answer says. `window`: of the request's `spend`; undefined when none was counted for it. */
  async saw(key: WindowKey, { remaining, seconds }: SeenWindow, window: number | undefined): Promise<void> {
    const [left, sent] = [Math.max(0, Math.floor(remaining)), Math.max(0, Math.ceil(seconds * 1000))];
    await this.on((redis) => redis.eval(SEE, 2, ...keysOf(key), this.clock(), FLIGHT_MS, left, sent, GRACE_MS, window ?? -1));
  }

  /** Records that an account's window of a resource is used up, so that it is not leased for it. */
  async markSpent(source: string, resource: string, { id, milliseconds }: SpentAccount): Promise<void> {
    await this.on((redis) => redis.eval(MARK_SPENT, 1, spentKey(source, resource), this.clock(), Math.ceil(milliseconds), id));
  }

  /** The accounts whose window of a resource is used up. */
  async spentAccounts(source: string, resource: string): Promise<readonly SpentAccount[]> {
    const found = spentList.parse(await this.on((redis) => redis.eval(LIST_SPENT, 1, spentKey(source, resource), this.clock())));
    return found.flatMap((id, at) => (at % 2 === 0 ? [{ id: String(id), milliseconds: Number(found[at + 1]) }] : []));
  }

  private async take(key: WindowKey, { requests, seconds }: Rate, counts: boolean): Promise<Spend> {
    const kept = Math.max(KEPT_MIN, requests * Math.ceil(Math.max(1, FLIGHT_MS / (seconds * 1000))));
    const values = [this.clock(), FLIGHT_MS, requests, seconds * 1000, kept, counts ? 1 : 0];
    const [wait, window] = pair.parse(await this.on((redis) => redis.eval(SPEND, 2, ...keysOf(key), ...values)));
    return { wait, window };
  }

  private async on<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await work(this.redis);
    } catch (error) {
      throw new Unavailable('unavailable', error);
    }
  }
}

const keysOf = ({ source, resource, of }: WindowKey): [string, string] => {
  const name = `pool:window:${source}:${resource}:${of}`;
  return [name, `${name}:spends`];
};
const spentKey = (source: string, resource: string) => `pool:spent:${source}:${resource}`;
