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
import { type ServiceSettings, sha256Hex, Unavailable } from '@leakwatch/platform';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';

export interface OpenSession {
  readonly hash: string;
  readonly record: SessionRecord;
}

/** Asked for by the console itself: a forgotten tab must not keep a session alive. */
const NO_ACTIVITY: ReadonlySet<string> = new Set([getSettings.path, liveUpdates.path]);

/** Reads sessions; admin alone makes and ends them. Two look-ups in Redis, none in the database. */
export class SessionReader {
  private readonly redis: Redis;
  private readonly settings: ServiceSettings;

  constructor(redis: Redis, settings: ServiceSettings) {
    this.redis = redis;
    this.settings = settings;
  }

  /** undefined when there is no such session, it is over its lifetime, or its account's epoch went on. */
  async read(token: string, request: FastifyRequest, route: Route): Promise<OpenSession | undefined> {
    const hash = sha256Hex(token);
    const record = (await this.readMany([hash])).get(hash);
    if (record === undefined) return undefined;
    const isPoll = request.headers[POLL_HEADER] !== undefined || NO_ACTIVITY.has(route.path);
    // Half signed in is a way, not a place: it ends soon whatever is asked.
    if (!isPoll && !record.half) await this.ask(() => this.redis.expire(sessionKey(hash), this.settings.SESSION_IDLE_SECONDS));
    return { hash, record };
  }

  /** Those of the sessions that are open now, by their hashes; being looked at is no activity. */
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
