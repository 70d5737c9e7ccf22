import {
  epochKey,
  getSettings,
  liveUpdates,
  POLL_HEADER,
  type Route,
  sessionKey,
  sessionRecord,
  type SessionRecord,
} from '@leakwatch/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { REDIS, SETTINGS, sha256Hex, Unavailable } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { GatewaySettings } from '../settings.ts';

export interface OpenSession {
  readonly hash: string;
  readonly record: SessionRecord;
}

/** The console asks for these by itself: a forgotten tab must not keep a session alive. */
const NO_ACTIVITY: ReadonlySet<string> = new Set([getSettings.path, liveUpdates.path]);

/** Reads sessions, which only admin opens and ends. A read is two look-ups in Redis and none in the database. */
@Injectable()
export class SessionReader {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  /** undefined when there is no such session, it has expired, or its account's epoch has been raised since. */
  async read(token: string, request: FastifyRequest, route: Route): Promise<OpenSession | undefined> {
    const hash = sha256Hex(token);
    const record = (await this.readMany([hash])).get(hash);
    if (record === undefined) return undefined;
    const isPoll = request.headers[POLL_HEADER] !== undefined || NO_ACTIVITY.has(route.path);
    // A session whose second factor is pending keeps its short lifetime: requests do not extend it.
    if (!isPoll && !record.pending) await this.ask(() => this.redis.expire(sessionKey(hash), this.settings.SESSION_IDLE_SECONDS));
    return { hash, record };
  }

  /** Those of the sessions that are open now, by their hashes. Does not count as activity. */
  async readMany(hashes: readonly string[], now = Date.now()): Promise<ReadonlyMap<string, SessionRecord>> {
    if (hashes.length === 0) return new Map();
    const stored = await this.ask(() => this.redis.mget(hashes.map(sessionKey)));
    const found = hashes.flatMap((hash, index): [string, SessionRecord][] => {
      const text = stored[index] ?? null;
      return text === null ? [] : [[hash, sessionRecord.parse(JSON.parse(text))]];
    });
    if (found.length === 0) return new Map();
    const epochs = await this.ask(() => this.redis.mget(found.map(([, record]) => epochKey(record.account.id))));
    return new Map(
      found.filter(([, record], index) => {
        const epoch = epochs[index] ?? null;
        const over = now / 1000 > record.created + this.settings.SESSION_ABSOLUTE_SECONDS;
        return !over && epoch !== null && Number(epoch) === record.epoch;
      }),
    );
  }

  private async ask<T>(question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      throw new Unavailable('unavailable', error);
    }
  }
}
