import { REDIS } from '@leakwatch/platform';
import { Inject, Injectable } from '@nestjs/common';
import { apiTokenAddress, apiTokenKey, type ApiTokenRecord, NO_TOKEN } from '@leakwatch/contracts';
import type { Redis } from 'ioredis';

/**
 * How long the gateway goes by what it was told. A token that is revoked ends at once; this bounds what a process that
 * died between the database and Redis leaves behind, and how coarse `last_used` is.
 */
export const KNOWN_SECONDS = 300;
const UNKNOWN_SECONDS = 60;
/** An end outlives every look-up that began before it. */
const ENDED_SECONDS = 600;

/** What was ended meanwhile is not brought back by a look-up that read it before. */
const KEEP = `
  if redis.call('hget', KEYS[1], 'record') == '${NO_TOKEN}' then return 0 end
  redis.call('hset', KEYS[1], 'record', ARGV[1], ARGV[2], '1')
  if redis.call('ttl', KEYS[1]) < 0 then redis.call('expire', KEYS[1], ARGV[3]) end
  return 1`;

/** Tokens in use, for the gateway. Losing Redis loses nothing: the gateway asks again. */
@Injectable()
export class ApiTokenCache {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async keep(hash: string, record: ApiTokenRecord, address: string): Promise<void> {
    await this.redis.eval(KEEP, 1, apiTokenKey(hash), JSON.stringify(record), apiTokenAddress(address), String(KNOWN_SECONDS));
  }

  async keepUnknown(hash: string): Promise<void> {
    await this.mark(hash, UNKNOWN_SECONDS);
  }

  /** From now on the token is refused; to be called before the transaction that ends it is through. */
  async end(hash: string): Promise<void> {
    await this.mark(hash, ENDED_SECONDS);
  }

  private async mark(hash: string, seconds: number): Promise<void> {
    const key = apiTokenKey(hash);
    await this.redis.multi().del(key).hset(key, 'record', NO_TOKEN).expire(key, seconds).exec();
  }
}
