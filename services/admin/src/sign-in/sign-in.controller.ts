import { Controller, Res } from '@nestjs/common';
import { confirmTwoFactor, type InputOf, login, logout, logoutPost } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, IDENTITY, Serves } from '@leakwatch/platform';
import type { FastifyReply } from 'fastify';
import { signedIn } from '../accounts/signed-in.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { AccountSessions } from '../sessions/account-sessions.store.ts';
import { SessionCookies } from '../sessions/session-cookies.ts';
import { SessionStore } from '../sessions/session.store.ts';
import { ConfirmSecondFactor } from './confirm-second-factor.ts';
import { LogIn } from './log-in.ts';

@Controller()
export class SignInController {
  constructor(
    private readonly logIn: LogIn,
    private readonly confirmSecondFactor: ConfirmSecondFactor,
    private readonly sessions: SessionStore,
    private readonly accountSessions: AccountSessions,
    private readonly cookies: SessionCookies,
    private readonly database: Database,
  ) {}

  @Serves(login)
  async postLogin(
    @FromRequest() input: InputOf<typeof login>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { account, token } = await this.logIn.run(input.body, caller);
    await this.endPresented(caller);
    await this.accountSessions.remember(account.id, token, caller);
    this.cookies.set(reply, token);
    return { username: account.username, user_id: account.id };
  }

  @Serves(confirmTwoFactor)
  async postConfirm(
    @FromRequest() { body }: InputOf<typeof confirmTwoFactor>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { account, token, recoveryCodes } = await this.confirmSecondFactor.run(signedIn(caller).id, body.token, caller);
    // Setting a second factor up, which creates recovery codes, raises the epoch.
    await this.accountSessions.replace(caller, token, recoveryCodes.length > 0);
    this.cookies.set(reply, token);
    return { username: account.username, user_id: account.id, recovery_codes: recoveryCodes };
  }

  @Serves(logout)
  getLogout(@FromCaller() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.end(caller, reply);
  }

  @Serves(logoutPost)
  postLogout(@FromCaller() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.end(caller, reply);
  }

  /** A browser has one session: a new sign-in ends the one that the browser had before. */
  private async endPresented({ account, session }: Caller) {
    if (account === null || session === null) return;
    await this.sessions.end(session);
    await this.accountSessions.forget(account.id, session);
  }

  private async end(caller: Caller, reply: FastifyReply) {
    const { account, session } = caller;
    if (session !== null && account !== null) {
      await this.database.inScope(IDENTITY, (em) => recordAudit(em, { kind: 'logout', account: account.id, from: caller }));
      await this.sessions.end(session);
    }
    this.cookies.clear(reply);
    reply.header('clear-site-data', '"cache", "storage"');
    return { ok: true };
  }
}
