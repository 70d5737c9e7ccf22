import { Injectable } from '@nestjs/common';
import {
  type Caller,
  type CountedFrom,
  Database,
  IDENTITY,
  LeakwatchError,
  type RateLimit,
  RateLimiter,
  sha256Hex,
} from '@leakwatch/platform';
import { recordAudit } from '../audit/audit.store.ts';
import { PassBotCheck } from '../bot-check/pass-bot-check.ts';
import { describeChange } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { CheckNewPassword } from '../passwords/check-new-password.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { replacePassword, storedPassword } from '../passwords/password.store.ts';
import { SessionStore } from '../sessions/session.store.ts';
import { findOpenLinkCode, type OpenLinkCode, redeemLinkCode, revokeLinkCodes } from './link-code.store.ts';

/** A code has 256 bits and cannot be guessed; the limit only keeps the load down. */
const CODE_LIMIT: RateLimit = { name: 'link_code', attempts: 60, seconds: 60 };

/** The same error for a code that is expired, used or unknown. */
const codeInvalid = () => new LeakwatchError('code_invalid', 400);

/** Sets a password with the code of a recovery or welcome link. It opens no session, so that the second factor is still asked for. */
@Injectable()
export class SetPasswordByLink {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly limiter: RateLimiter,
    private readonly botCheck: PassBotCheck,
    private readonly checkNewPassword: CheckNewPassword,
  ) {}

  /** Does not use the code up. Throws code_invalid. */
  async check(code: string, from: CountedFrom): Promise<OpenLinkCode> {
    await this.limiter.requireFrom(CODE_LIMIT, from);
    const open = await this.database.inScope(IDENTITY, (em) => findOpenLinkCode(em, sha256Hex(code)));
    if (open === undefined) throw codeInvalid();
    return open;
  }

  /** Throws code_invalid, or password_refused without using the code up. */
  async run(code: string, password: string, proof: string | undefined, caller: Caller): Promise<void> {
    const { account_id: account } = await this.check(code, caller);
    await this.botCheck.run(proof, caller.address);
    const owner = await this.database.inScope(IDENTITY, (em) => storedPassword(em, account));
    if (owner === undefined) throw codeInvalid();
    await this.checkNewPassword.run(password, owner);
    // Hashing takes long: it runs before rows are locked, and only for a code that was valid a moment ago.
    const hash = await hashPassword(password);
    const epoch = await this.database.inScope(IDENTITY, async (em) => {
      if (!(await redeemLinkCode(em, sha256Hex(code)))) throw codeInvalid();
      const before = await storedPassword(em, account);
      const raised = before && (await replacePassword(em, account, before.password_hash, hash));
      if (raised === undefined) throw codeInvalid();
      await revokeLinkCodes(em, account);
      await queueMail(em, 'password_changed', { account }, describeChange(caller));
      await recordAudit(em, { kind: 'password_recovered', account, from: caller });
      return raised;
    });
    await this.sessions.announceEpoch(account, epoch);
    // The browser loses its cookies, so the session behind them ends, whoever it belongs to.
    if (caller.session !== null) await this.sessions.end(caller.session);
  }
}
