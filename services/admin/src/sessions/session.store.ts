import { Inject, Injectable } from '@nestjs/common';
import { epochKey, PENDING_SESSION_SECONDS, type SessionRecord, sessionKey, sessionRecord } from '@leakwatch/contracts';
import { newToken, NotAuthenticated, REDIS, SETTINGS, sha256Hex } from '@leakwatch/platform';
import type { Redis } from 'ioredis';
import type { Account } from '../accounts/account.store.ts';
import type { AdminSettings } from '../settings.ts';

/** An epoch is never lowered: a sign-in that read the account before a change must not undo the change. */
const RAISE_EPOCH = `
  if tonumber(ARGV[1]) > tonumber(redis.call('get', KEYS[1]) or '0') then redis.call('set', KEYS[1], ARGV[1]) end
  return redis.status_reply('OK')`;

/** Sessions are kept in Redis alone: when Redis is lost, people sign in again. */
@Injectable()
export class SessionStore {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  /** Opens a session and returns its token, which is stored nowhere but in the cookie. `pending`: its second factor is due. */
  async open(account: Account, pending: boolean, now = Date.now()): Promise<string> {
    const token = newToken();
    const record: SessionRecord = {
      account: { id: account.id, username: account.username },
      organisation: account.organisation_id ?? null,
      staff: account.staff,
      pending,
      locale: account.locale,
      epoch: account.epoch,
      created: Math.floor(now / 1000),
      ...(account.change_password && { password_due: true }),
    };
    await this.announceEpoch(account.id, account.epoch);
    const seconds = pending ? PENDING_SESSION_SECONDS : this.settings.SESSION_IDLE_SECONDS;
    await this.redis.set(sessionKey(sha256Hex(token)), JSON.stringify(record), 'EX', seconds);
    return token;
  }

  /** Ends every session of an older epoch. */
  async announceEpoch(account: string, epoch: number): Promise<void> {
    await this.redis.eval(RAISE_EPOCH, 1, epochKey(account), String(epoch));
  }

  /**
   * Replaces a session with a full one, and returns its token; each session can be replaced once. Announces the account's
   * epoch in any case. Throws NotAuthenticated when the session has ended or is not of the epoch `epoch`.
   */
  async renew(hash: string, account: Account, epoch: number): Promise<string> {
    await this.announceEpoch(account.id, account.epoch);
    const text = await this.redis.getdel(sessionKey(hash));
    const record: SessionRecord | null = text === null ? null : sessionRecord.parse(JSON.parse(text));
    if (record?.account.id !== account.id || record.epoch !== epoch) throw new NotAuthenticated();
    return this.open(account, false);
  }

  /** `hash` is the session of the caller. */
  async end(hash: string): Promise<void> {
    await this.redis.del(sessionKey(hash));
  }

  async setLocale(hash: string, locale: SessionRecord['locale']): Promise<void> {
    await this.change(hash, { locale });
  }

  /** In which organisation's name the session works, or did until its hour was over. */
  async acting(hash: string): Promise<SessionRecord['acting']> {
    return (await this.read(hash))?.acting;
  }

  /** Whether the session is open and works in an organisation's name now. */
  async isActing(hash: string, now = Date.now()): Promise<boolean> {
    const record = await this.read(hash);
    if (record?.acting === undefined || record.acting.until * 1000 <= now) return false;
    return Number(await this.redis.get(epochKey(record.account.id))) === record.epoch;
  }

  async setActing(hash: string, acting: SessionRecord['acting']): Promise<void> {
    await this.change(hash, { acting });
  }

  /** Keeps the time to live. A session that has ended is not restored. */
  private async change(hash: string, changed: Partial<SessionRecord>): Promise<void> {
    const record = await this.read(hash);
    if (record !== null) await this.redis.set(sessionKey(hash), JSON.stringify({ ...record, ...changed }), 'KEEPTTL', 'XX');
  }

  private async read(hash: string): Promise<SessionRecord | null> {
    const text = await this.redis.get(sessionKey(hash));
    return text === null ? null : sessionRecord.parse(JSON.parse(text));
  }
}
