import { Inject, Injectable } from '@nestjs/common';
import { epochKey, PENDING_SESSION_SECONDS, type OwnSession, sessionKey, sessionRecord } from '@leakwatch/contracts';
import { type Caller, newId, REDIS, SETTINGS, sha256Hex } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import { signedIn } from '../accounts/signed-in.ts';
import type { AdminSettings } from '../settings.ts';

/** What the list of sessions shows of one, in addition to its record. `id` is public; the session's hash is not. */
interface Entry {
  readonly id: string;
  readonly address: string;
  readonly user_agent: string;
  readonly created: string;
}

type Origin = Pick<Caller, 'address' | 'user_agent'>;

/** Sessions of one account at the same time: more than the browsers of a person, and few enough to look through in the settings. */
export const SESSIONS_MAX = 20;

const indexKey = (account: string) => `sessions:${account}`;

/** The sessions of each account, by the hashes of their tokens, with the address and the program that opened them. */
@Injectable()
export class AccountSessions {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  /** Call it after opening a session, with its token. */
  async remember(account: string, token: string, from: Origin, now = new Date()): Promise<void> {
    const entry: Entry = { id: newId(), address: from.address, user_agent: from.user_agent, created: now.toISOString() };
    const key = indexKey(account);
    await this.redis.multi().hset(key, sha256Hex(token), JSON.stringify(entry)).expire(key, this.settings.SESSION_ABSOLUTE_SECONDS).exec();
    await this.endOldest(account);
  }

  /** Ends the oldest sessions over the limit; entries of sessions that have ended count until the list is read. */
  private async endOldest(account: string): Promise<void> {
    const entries = (await this.entries(account)).sort(([, one], [, other]) => other.created.localeCompare(one.created));
    const over = entries.slice(SESSIONS_MAX).map(([hash]) => hash);
    if (over.length > 0)
      await this.redis
        .multi()
        .del(...over.map(sessionKey))
        .hdel(indexKey(account), ...over)
        .exec();
  }

  /** Call it after replacing the caller's session with that of `token`. `alone`: all other sessions of the account have ended. */
  async replace(caller: Caller, token: string, alone: boolean): Promise<void> {
    const { id: account } = signedIn(caller);
    if (alone) await this.forgetAll(account);
    else if (caller.session !== null) await this.forget(account, caller.session);
    await this.remember(account, token, caller);
  }

  /** `current` is the hash of the session that asks. Removes the entries of sessions that have ended. */
  async list(account: string, current: string | null, now = Date.now()): Promise<OwnSession[]> {
    const entries = await this.entries(account);
    const epoch = Number(await this.redis.get(epochKey(account)));
    const active = await Promise.all(entries.map(([hash]) => this.lastActive(hash, epoch, now)));
    const ended = entries.filter((_, at) => active[at] === null).map(([hash]) => hash);
    if (ended.length > 0) await this.redis.hdel(indexKey(account), ...ended);
    return entries
      .flatMap(([hash, entry], at): OwnSession[] => {
        const last = active[at] ?? null;
        return last === null ? [] : [{ ...entry, current: hash === current, last_active: last.toISOString() }];
      })
      .sort((a, b) => Number(b.current) - Number(a.current) || b.last_active.localeCompare(a.last_active));
  }

  /** null when the session has ended or is of an older epoch. */
  private async lastActive(hash: string, epoch: number, now: number): Promise<Date | null> {
    const [text, seconds] = await Promise.all([this.redis.get(sessionKey(hash)), this.redis.ttl(sessionKey(hash))]);
    if (text === null || seconds < 0) return null;
    const record = sessionRecord.parse(JSON.parse(text));
    const { SESSION_IDLE_SECONDS: idle, SESSION_ABSOLUTE_SECONDS: absolute } = this.settings;
    if (record.epoch !== epoch || now / 1000 > record.created + absolute) return null;
    // Each request resets the time to live, except for a session whose second factor is pending.
    const lifetime = record.pending ? PENDING_SESSION_SECONDS : idle;
    return new Date(now - Math.max(0, lifetime - seconds) * 1000);
  }

  /** The hash of the session with this public id. */
  async find(account: string, id: string): Promise<string | undefined> {
    return (await this.entries(account)).find(([, entry]) => entry.id === id)?.[0];
  }

  async forget(account: string, hash: string): Promise<void> {
    await this.redis.hdel(indexKey(account), hash);
  }

  /** Call it after raising the account's epoch, which ends all its sessions. */
  async forgetAll(account: string): Promise<void> {
    await this.redis.del(indexKey(account));
  }

  private async entries(account: string): Promise<[string, Entry][]> {
    const stored = await this.redis.hgetall(indexKey(account));
    return Object.entries(stored).map(([hash, text]): [string, Entry] => [hash, JSON.parse(text)]);
  }
}
