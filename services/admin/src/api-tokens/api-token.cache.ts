import { Inject, Injectable } from '@nestjs/common';
import { REDIS } from '@leakwatch/platform';
import { apiTokenAddress, apiTokenKey, type ApiTokenRecord, NO_TOKEN } from '@leakwatch/contracts';
import type { Redis } from 'ioredis';

/**
 * How long the gateway uses a cached record. Revoking a token takes effect at once; this limits how long a token lives on
 * when a process stops between the database and Redis, and it is the precision of `last_used`.
 */
export const KNOWN_SECONDS = 300;
const UNKNOWN_SECONDS = 60;
/** Longer than any look-up that began before the token was revoked. */
const REVOKED_SECONDS = 600;

/** A look-up that read a token before it was revoked must not bring it back. */
const SAVE = `
  if redis.call('hget', KEYS[1], 'record') == '${NO_TOKEN}' then return 0 end
  redis.call('hset', KEYS[1], 'record', ARGV[1], ARGV[2], '1')
  if redis.call('ttl', KEYS[1]) < 0 then redis.call('expire', KEYS[1], ARGV[3]) end
  return 1`;

/** Tokens in use, for the gateway. When Redis is lost, the gateway asks this service again. */
@Injectable()
export class ApiTokenCache {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async save(hash: string, record: ApiTokenRecord, address: string): Promise<void> {
    await this.redis.eval(SAVE, 1, apiTokenKey(hash), JSON.stringify(record), apiTokenAddress(address), String(KNOWN_SECONDS));
  }

  async saveUnknown(hash: string): Promise<void> {
    await this.mark(hash, UNKNOWN_SECONDS);
  }

  /** Refuses the token from now on. Call it before the transaction that removes the token is committed. */
  async revoke(hash: string): Promise<void> {
    await this.mark(hash, REVOKED_SECONDS);
  }

  private async mark(hash: string, seconds: number): Promise<void> {
    const key = apiTokenKey(hash);
    await this.redis.multi().del(key).hset(key, 'record', NO_TOKEN).expire(key, seconds).exec();
  }
}
