import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger, REDIS, Unavailable } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { z } from 'zod';

/** What is counted: a request that was sent, or an answer by which the upstream refused or limited the account. */
export type Used = 'request' | 'refusal';

/** What staff see of the use of an account, or of a source, in the last 24 hours. */
export interface Use {
  readonly requests: number;
  readonly refusals: number;
  readonly lastRequest: Date | null;
  readonly lastRefusal: Date | null;
}

/** Hours that are counted, the present one among them. */
const HOURS = 24;
/** A count is forgotten an hour after its last hour is over; in seconds. */
const KEPT_SECONDS = (HOURS + 1) * 3600;
/** Organisations that are remembered of an account: the newest. */
const SERVED_MAX = 20;

/**
 * A hash with a field for each hour of a ring of 24: `h` which hour it is, `request` and `refusal` the counts. So a key has a fixed size,
 * and no row of a database changes with a request. KEYS: hashes; ARGV: field, now in milliseconds (-1 for the clock of Redis).
 */
const COUNT = `
local now = tonumber(ARGV[2])
if now < 0 then local t = redis.call('time'); now = t[1] * 1000 + math.floor(t[2] / 1000) end
local hour = math.floor(now / 3600000)
local slot = hour % ${HOURS}
for _, key in ipairs(KEYS) do
  if redis.call('hget', key, 'h' .. slot) ~= tostring(hour) then
    redis.call('hset', key, 'h' .. slot, hour, 'request' .. slot, 0, 'refusal' .. slot, 0)
  end
  redis.call('hincrby', key, ARGV[1] .. slot, 1)
  redis.call('hset', key, 'last_' .. ARGV[1], now)
  redis.call('expire', key, ${KEPT_SECONDS})
end`;

/** KEYS: a sorted set by time; ARGV: ids. */
const SERVE = `
local t = redis.call('time')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
for _, id in ipairs(ARGV) do redis.call('zadd', KEYS[1], now, id) end
redis.call('zremrangebyscore', KEYS[1], '-inf', now - ${HOURS} * 3600000)
redis.call('zremrangebyrank', KEYS[1], 0, -${SERVED_MAX + 1})
redis.call('expire', KEYS[1], ${KEPT_SECONDS})`;

const hash = z.record(z.string(), z.coerce.number());

const accountKey = (id: string) => `pool:use:account:${id}`;
const sourceKey = (source: string) => `pool:use:source:${source}`;
const servedKey = (id: string) => `pool:served:${id}`;

/**
 * Counts requests and refusals for staff, in Redis, for all crawlers together. Nothing depends on the counts: they are not waited for, and
 * are lost while Redis is away.
 */
@Injectable()
export class AccountUse {
  /** The clock of the machine on which Redis runs; tests give their own, in milliseconds. */
  clock: () => number = () => -1;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `account` is null for a request without one, which counts for its source alone. */
  count(used: Used, source: string, account: string | null): void {
    const keys = [sourceKey(source), ...(account === null ? [] : [accountKey(account)])];
    this.forget(this.redis.eval(COUNT, keys.length, ...keys, used, this.clock()));
  }

  /** On whose behalf an account was leased. */
  served(account: string, organisations: readonly string[]): void {
    if (organisations.length === 0) return;
    this.forget(this.redis.eval(SERVE, 1, servedKey(account), ...organisations.slice(0, SERVED_MAX)));
  }

  /** This and what follows throw Unavailable while Redis does not answer. */
  ofAccounts = (ids: readonly string[]): Promise<Use[]> => this.read(ids.map(accountKey));
  ofSources = (sources: readonly string[]): Promise<Use[]> => this.read(sources.map(sourceKey));

  /** The organisations that each account served in the last 24 hours, the newest first, at most SERVED_MAX. */
  organisationsOf = (ids: readonly string[]): Promise<string[][]> =>
    answered(Promise.all(ids.map((id) => this.redis.zrevrange(servedKey(id), 0, SERVED_MAX - 1))));

  private async read(keys: readonly string[]): Promise<Use[]> {
    const now = this.clock();
    const hour = Math.floor((now < 0 ? await answered(this.redisNow()) : now) / 3_600_000);
    const found = await answered(Promise.all(keys.map((key) => this.redis.hgetall(key))));
    return found.map((one) => useOf(hash.parse(one), hour));
  }

  private async redisNow(): Promise<number> {
    const [seconds] = await this.redis.time();
    return Number(seconds) * 1000;
  }

  private forget(counting: Promise<unknown>): void {
    counting.catch((error: unknown) => this.logger.debug({ error: String(error) }, 'a request was not counted for staff'));
  }
}

async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw new Unavailable('unavailable', error);
  }
}

function useOf(counts: Readonly<Record<string, number>>, hour: number): Use {
  const slots = Array.from({ length: HOURS }, (_, slot) => slot).filter((slot) => hour - (counts[`h${slot}`] ?? -HOURS) < HOURS);
  const sum = (field: Used) => slots.reduce((all, slot) => all + (counts[`${field}${slot}`] ?? 0), 0);
  const at = (milliseconds: number | undefined) => (milliseconds === undefined ? null : new Date(milliseconds));
  return {
    requests: sum('request'),
    refusals: sum('refusal'),
    lastRequest: at(counts['last_request']),
    lastRefusal: at(counts['last_refusal']),
  };
}
