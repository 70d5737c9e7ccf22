import { Inject, Injectable } from '@nestjs/common';
import { epochKey, HALF_SESSION_SECONDS, type SessionRecord, sessionKey, sessionRecord } from '@leakwatch/contracts';
import { newToken, NotAuthenticated, SETTINGS, sha256Hex, REDIS } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import type { Account } from './account.store.ts';
import type { AdminSettings } from '../settings.ts';

/** An epoch only ever goes up: a sign-in that read the account before a change must not take the change back. */
const RAISE_EPOCH = `
  if tonumber(ARGV[1]) > tonumber(redis.call('get', KEYS[1]) or '0') then redis.call('set', KEYS[1], ARGV[1]) end
  return redis.status_reply('OK')`;

/** Sessions live in Redis: losing it loses nothing but that people sign in again. */
@Injectable()
export class SessionStore {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  /** Makes a session and gives its token, which nothing keeps but the cookie. `half`: a second factor is due. */
  async open(account: Account, half: boolean, now = Date.now()): Promise<string> {
    const token = newToken();
    const record: SessionRecord = {
      account: { id: account.id, username: account.username },
      organisation: account.organisation_id,
      staff: account.staff,
      half,
      locale: account.locale,
      epoch: account.epoch,
      created: Math.floor(now / 1000),
      ...(account.change_password && { password_due: true }),
    };
    await this.tellEpoch(account.id, account.epoch);
    const seconds = half ? HALF_SESSION_SECONDS : this.settings.SESSION_IDLE_SECONDS;
    await this.redis.set(sessionKey(sha256Hex(token)), JSON.stringify(record), 'EX', seconds);
    return token;
  }

  /** Sessions of an older epoch are over from now on. */
  async tellEpoch(account: string, epoch: number): Promise<void> {
    await this.redis.eval(RAISE_EPOCH, 1, epochKey(account), String(epoch));
  }

  /**
   * Ends a session and opens a whole one in its place, once: throws NotAuthenticated when it is gone by now, or of
   * another epoch than `epoch`. Tells the account's epoch in any case.
   */
  async renew(hash: string, account: Account, epoch: number): Promise<string> {
    await this.tellEpoch(account.id, account.epoch);
    const text = await this.redis.getdel(sessionKey(hash));
    const record: SessionRecord | null = text === null ? null : sessionRecord.parse(JSON.parse(text));
    if (record?.account.id !== account.id || record.epoch !== epoch) throw new NotAuthenticated();
    return this.open(account, false);
  }

  /** `hash` is the session of the caller context. */
  async end(hash: string): Promise<void> {
    await this.redis.del(sessionKey(hash));
  }

  /** Carries a changed language into the session, without touching how long it lives. One that was ended meanwhile stays ended. */
  async setLocale(hash: string, locale: SessionRecord['locale']): Promise<void> {
    const record = await this.redis.get(sessionKey(hash));
    if (record === null) return;
    const session: SessionRecord = { ...JSON.parse(record), locale };
    await this.redis.set(sessionKey(hash), JSON.stringify(session), 'KEEPTTL', 'XX');
  }
}
