import { Inject, Injectable } from '@nestjs/common';
import { epochKey, type SessionRecord, sessionKey } from '@leakwatch/contracts';
import { newToken, SETTINGS, type ServiceSettings, sha256Hex } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import type { Account } from './account.store.ts';

export const REDIS = Symbol('redis');

const RAISE = `
  local known = tonumber(redis.call('get', KEYS[1]))
  if not known or known < tonumber(ARGV[1]) then redis.call('set', KEYS[1], ARGV[1]) end
`;

/** Sessions live in Redis: losing it loses nothing but that people sign in again. */
@Injectable()
export class SessionStore {
  private readonly redis: Redis;
  private readonly settings: ServiceSettings;

  constructor(@Inject(REDIS) redis: Redis, @Inject(SETTINGS) settings: ServiceSettings) {
    this.redis = redis;
    this.settings = settings;
  }

  /** Makes a session and gives its token, which nothing keeps but the cookie. */
  async open(account: Account, now = Date.now()): Promise<string> {
    const token = newToken();
    const record: SessionRecord = {
      account: { id: account.id, username: account.username },
      organisation: account.organisation_id,
      staff: account.staff,
      half: false,
      locale: account.locale,
      epoch: account.epoch,
      created: Math.floor(now / 1000),
      ...(account.change_password && { password_due: true }),
    };
    await this.raiseEpoch(account.id, account.epoch);
    await this.redis.set(sessionKey(sha256Hex(token)), JSON.stringify(record), 'EX', this.settings.SESSION_IDLE_SECONDS);
    return token;
  }

  /** Ends every session of an older epoch. Never lowers it: who signed in while the password changed brings an old one. */
  async raiseEpoch(account: string, epoch: number): Promise<void> {
    await this.redis.eval(RAISE, 1, epochKey(account), epoch);
  }

  /** `hash` is the session of the caller context. */
  async end(hash: string): Promise<void> {
    await this.redis.del(sessionKey(hash));
  }

  /** Carries a changed language into the session, without touching how long it lives. */
  async setLocale(hash: string, locale: SessionRecord['locale']): Promise<void> {
    const record = await this.redis.get(sessionKey(hash));
    if (record === null) return;
    const session: SessionRecord = { ...JSON.parse(record), locale };
    await this.redis.set(sessionKey(hash), JSON.stringify(session), 'KEEPTTL');
  }
}
