import { Inject, Injectable } from '@nestjs/common';
import { DISCOVERY_FAILURES, discoveredRepository, type DiscoveredRepository, type DiscoveryFailure } from '@leakwatch/contracts';
import { REDIS, Unavailable } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** A process that does not renew its lease within this time loses the discovery; the next client starts it again. */
export const LEASE_MS = 15_000;
/** A client that left finds the result for this long. */
const KEPT_MS = 15 * 60_000;
/** After it was delivered the result stays this long, for a reload of the page. */
const DELIVERED_MS = 30_000;

const outcome = z.union([
  z.object({ repositories: z.array(discoveredRepository) }),
  z.object({ failure: z.enum(DISCOVERY_FAILURES), seconds: z.number().optional() }),
]);
export type DiscoveryOutcome =
  | { readonly repositories: readonly DiscoveredRepository[] }
  | { readonly failure: DiscoveryFailure; readonly seconds?: number | undefined };

export type DiscoveryState = { readonly outcome: DiscoveryOutcome } | { readonly found: number } | undefined;

/** Both scripts do nothing for a run that lost its lease. */
const RENEW = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('pexpire', KEYS[1], ARGV[2]) redis.call('set', KEYS[2], ARGV[3], 'px', ARGV[2]) return 1`;
const FINISH = `if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('del', KEYS[1], KEYS[2]) if ARGV[2] ~= '' then redis.call('set', KEYS[3], ARGV[2], 'px', ARGV[3]) end return 1`;

/**
 * Running discoveries and their results, in Redis, shared by all processes of the crawler. When Redis loses them, clients
 * simply ask again. Every method throws Unavailable while Redis is away.
 */
@Injectable()
export class DiscoveryStore {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async read(key: string): Promise<DiscoveryState> {
    const [run, found, result] = await this.on((redis) => redis.mget(runOf(key), foundOf(key), resultOf(key)));
    const known = readOutcome(result);
    if (known !== undefined) return { outcome: known };
    return typeof run === 'string' ? { found: Number(found ?? 0) } : undefined;
  }

  /** Takes the lease. Returns false while another run has it. */
  async begin(key: string, run: string): Promise<boolean> {
    return (await this.on((redis) => redis.set(runOf(key), run, 'PX', LEASE_MS, 'NX'))) === 'OK';
  }

  /** Renews the lease and stores how many repositories were found. Returns false when the lease is lost. */
  async renew(key: string, run: string, found: number): Promise<boolean> {
    return (await this.on((redis) => redis.eval(RENEW, 2, runOf(key), foundOf(key), run, LEASE_MS, found))) === 1;
  }

  /** Ends the run with its outcome. Without one the next client starts the discovery again. */
  async finish(key: string, run: string, ended: DiscoveryOutcome | undefined): Promise<void> {
    const text = ended === undefined ? '' : JSON.stringify(ended);
    await this.on((redis) => redis.eval(FINISH, 3, runOf(key), foundOf(key), resultOf(key), run, text, KEPT_MS));
  }

  async delivered(key: string): Promise<void> {
    await this.on((redis) => redis.pexpire(resultOf(key), DELIVERED_MS, 'LT'));
  }

  private async on<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await work(this.redis);
    } catch (error) {
      throw new Unavailable('unavailable', error);
    }
  }
}

const runOf = (key: string) => `discovery:${key}:run`;
const foundOf = (key: string) => `discovery:${key}:found`;
const resultOf = (key: string) => `discovery:${key}:result`;

/** undefined for a result that another version of the crawler wrote in another shape. */
function readOutcome(text: unknown): DiscoveryOutcome | undefined {
  if (typeof text !== 'string') return undefined;
  const read = outcome.safeParse(JSON.parse(text));
  return read.success ? read.data : undefined;
}
