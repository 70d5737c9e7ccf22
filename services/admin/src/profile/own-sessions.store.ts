import { Inject, Injectable } from '@nestjs/common';
import { epochKey, HALF_SESSION_SECONDS, type OwnSession, sessionKey, sessionRecord } from '@leakwatch/contracts';
import { type Caller, newId, SETTINGS, sha256Hex, REDIS } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import type { AdminSettings } from '../settings.ts';

/** What is known of a session beside its record. `id` is what people may see of it. */
interface Remembered {
  readonly id: string;
  readonly address: string;
  readonly user_agent: string;
  readonly created: string;
}

const indexKey = (account: string) => `sessions:${account}`;

/** Which sessions an account has: the hashes of their tokens with where and with what they began. */
@Injectable()
export class OwnSessions {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  /** To be called by whoever opens a session, with its token. */
  async remember(account: string, token: string, from: Pick<Caller, 'address' | 'user_agent'>, now = new Date()): Promise<void> {
    const entry: Remembered = { id: newId(), address: from.address, user_agent: from.user_agent, created: now.toISOString() };
    const key = indexKey(account);
    await this.redis.multi().hset(key, sha256Hex(token), JSON.stringify(entry)).expire(key, this.settings.SESSION_ABSOLUTE_SECONDS).exec();
  }

  /** `current`: the hash of the session that asks. Those that are over are forgotten on the way. */
  async list(account: string, current: string | null, now = Date.now()): Promise<OwnSession[]> {
    const entries = await this.entries(account);
    const epoch = Number(await this.redis.get(epochKey(account)));
    const active = await Promise.all(entries.map(([hash]) => this.lastActive(hash, epoch, now)));
    const over = entries.filter((_, at) => active[at] === null).map(([hash]) => hash);
    if (over.length > 0) await this.redis.hdel(indexKey(account), ...over);
    return entries
      .flatMap(([hash, entry], at): OwnSession[] => {
        const last = active[at] ?? null;
        return last === null ? [] : [{ ...entry, current: hash === current, last_active: last.toISOString() }];
      })
      .sort((a, b) => Number(b.current) - Number(a.current) || b.last_active.localeCompare(a.last_active));
  }

  /** null when the session is over, or of an older epoch. */
  private async lastActive(hash: string, epoch: number, now: number): Promise<Date | null> {
    const [text, seconds] = await Promise.all([this.redis.get(sessionKey(hash)), this.redis.ttl(sessionKey(hash))]);
    if (text === null || seconds < 0) return null;
    const record = sessionRecord.parse(JSON.parse(text));
    const { SESSION_IDLE_SECONDS: idle, SESSION_ABSOLUTE_SECONDS: absolute } = this.settings;
    if (record.epoch !== epoch || now / 1000 > record.created + absolute) return null;
    // The time to live is set anew by each activity; that of half a session never is.
    const lifetime = record.half ? HALF_SESSION_SECONDS : idle;
    return new Date(now - Math.max(0, lifetime - seconds) * 1000);
  }

  /** The hash of the session that people know by this id. */
  async find(account: string, id: string): Promise<string | undefined> {
    return (await this.entries(account)).find(([, entry]) => entry.id === id)?.[0];
  }

  async forget(account: string, hash: string): Promise<void> {
    await this.redis.hdel(indexKey(account), hash);
  }

  /** After the epoch went on: none of them is open any more. */
  async forgetAll(account: string): Promise<void> {
    await this.redis.del(indexKey(account));
  }

  private async entries(account: string): Promise<[string, Remembered][]> {
    const stored = await this.redis.hgetall(indexKey(account));
    return Object.entries(stored).map(([hash, text]): [string, Remembered] => [hash, JSON.parse(text)]);
  }
}
