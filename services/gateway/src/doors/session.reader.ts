import { epochKey, POLL_HEADER, type Route, sessionKey, sessionRecord, type SessionRecord } from '@leakwatch/contracts';
import { type ServiceSettings, sha256Hex, Unavailable } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';

export interface OpenSession {
  readonly hash: string;
  readonly record: SessionRecord;
}

/** Reads sessions; admin alone makes and ends them. Two look-ups in Redis, none in the database. */
export class SessionReader {
  private readonly redis: Redis;
  private readonly settings: ServiceSettings;

  constructor(redis: Redis, settings: ServiceSettings) {
    this.redis = redis;
    this.settings = settings;
  }

  /** undefined when there is no such session, it is over its lifetime, or its account's epoch went on. */
  async read(token: string, request: FastifyRequest, route: Route, now = Date.now()): Promise<OpenSession | undefined> {
    const hash = sha256Hex(token);
    const stored = await this.ask(() => this.redis.get(sessionKey(hash)));
    if (stored === null) return undefined;
    const record = sessionRecord.parse(JSON.parse(stored));
    if (now / 1000 > record.created + this.settings.SESSION_ABSOLUTE_SECONDS) return undefined;
    const epoch = await this.ask(() => this.redis.get(epochKey(record.account.id)));
    if (epoch === null || Number(epoch) !== record.epoch) return undefined;
    // The console's own polls are no activity: a forgotten tab must not keep a session alive.
    const isPoll = request.headers[POLL_HEADER] !== undefined || route.path === '/api/settings/';
    if (!isPoll) await this.ask(() => this.redis.expire(sessionKey(hash), this.settings.SESSION_IDLE_SECONDS));
    return { hash, record };
  }

  private async ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      throw new Unavailable('unavailable', error);
    }
  }
}
