import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, LeakwatchError, sha256Hex } from '@leakwatch/platform';
import { PassBotCheck } from '../bot-check/pass-bot-check.ts';
import { hashPassword } from '../identity/passwords.ts';
import { SessionStore } from '../identity/session.store.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { queueMail } from '../mails/mail.store.ts';
import { describeChange } from '../mails/describe-change.ts';
import { endLinkCodes, openLinkCode, type OpenLinkCode, useLinkCode } from './link-code.store.ts';
import { replacePassword, storedPassword } from './password.store.ts';
import { RefusePassword } from '../passwords/refuse-password.ts';
import { Tries } from './tries.ts';

/** What a link says that is expired, used, or never was: the console shows the check-failed text. */
const codeInvalid = () => new LeakwatchError('code_invalid', 400);

/** Sets a password by the code of a recovery or welcome link. Opens no session: a second factor is never gone past. */
@Injectable()
export class SetPasswordByLink {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly tries: Tries,
    private readonly botCheck: PassBotCheck,
    private readonly refuse: RefusePassword,
  ) {}

  /** Throws code_invalid; the code stays good. */
  async check(code: string, address: string): Promise<OpenLinkCode> {
    await this.tries.demand('code_address', address);
    const open = await this.database.inScope(IDENTITY, (em) => openLinkCode(em, sha256Hex(code)));
    if (open === undefined) throw codeInvalid();
    return open;
  }

  /** Throws code_invalid, or password_refused and leaves the code good. */
  async run(code: string, password: string, proof: string | undefined, caller: Caller): Promise<void> {
    const { account_id: account } = await this.check(code, caller.address);
    await this.botCheck.run(proof, caller.address);
    const owner = await this.database.inScope(IDENTITY, (em) => storedPassword(em, account));
    if (owner === undefined) throw codeInvalid();
    await this.refuse.run(password, owner);
    // Some 50 ms of work: done before the rows are locked, and only for a code that was good a moment ago.
    const hash = await hashPassword(password);
    const epoch = await this.database.inScope(IDENTITY, async (em) => {
      if (!(await useLinkCode(em, sha256Hex(code)))) throw codeInvalid();
      const before = await storedPassword(em, account);
      const raised = before && (await replacePassword(em, account, before.password_hash, hash));
      if (raised === undefined) throw codeInvalid();
      await endLinkCodes(em, account);
      await queueMail(em, 'password_changed', { account }, describeChange(caller));
      await recordAudit(em, { kind: 'password_recovered', account, from: caller });
      return raised;
    });
    await this.sessions.tellEpoch(account, epoch);
    // The browser's cookies go, whoever was signed in: no session stays open that nobody could end.
    if (caller.session !== null) await this.sessions.end(caller.session);
  }
}
