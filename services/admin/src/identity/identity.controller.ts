import { Controller, Inject, Res } from '@nestjs/common';
import { type InputOf, internalIdentity, login, logout, logoutPost, setLocale } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, IDENTITY, NotAuthenticated, Serves, SETTINGS } from '@leakwatch/platform';
import type { FastifyReply } from 'fastify';
import { recordAudit } from '../audit/audit.store.ts';
import { setAccountLocale } from './account.store.ts';
import { goneCookies, sessionCookies } from './cookies.ts';
import { DescribeCaller } from './describe-caller.ts';
import { LogIn } from './log-in.ts';
import { SessionStore } from './session.store.ts';
import { OwnSessions } from '../profile/own-sessions.store.ts';
import type { AdminSettings } from '../settings.ts';

@Controller()
export class IdentityController {
  constructor(
    private readonly logIn: LogIn,
    private readonly describeCaller: DescribeCaller,
    private readonly sessions: SessionStore,
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
    private readonly ownSessions: OwnSessions,
  ) {}

  @Serves(login)
  async postLogin(
    @FromRequest() input: InputOf<typeof login>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { account, token } = await this.logIn.run(input.body, caller);
    await this.endPresented(caller);
    await this.ownSessions.remember(account.id, token, caller);
    reply.header('set-cookie', sessionCookies(token, this.settings));
    return { username: account.username, user_id: account.id };
  }

  @Serves(logout)
  getLogout(@FromCaller() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.end(caller, reply);
  }

  @Serves(logoutPost)
  postLogout(@FromCaller() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.end(caller, reply);
  }

  @Serves(setLocale)
  async postLocale(@FromRequest() input: InputOf<typeof setLocale>, @FromCaller() caller: Caller) {
    const { account, session } = caller;
    if (account === null) throw new NotAuthenticated();
    await this.database.inScope(IDENTITY, (em) => setAccountLocale(em, account.id, input.body.locale));
    if (session !== null) await this.sessions.setLocale(session, input.body.locale);
    return { ok: true };
  }

  @Serves(internalIdentity)
  getIdentity(@FromRequest() input: InputOf<typeof internalIdentity>, @FromCaller() caller: Caller) {
    return this.describeCaller.run(caller, input.query.intro === 'false');
  }

  /** A browser has one session: whoever signs in anew leaves none behind. */
  private async endPresented({ account, session }: Caller) {
    if (account === null || session === null) return;
    await this.sessions.end(session);
    await this.ownSessions.forget(account.id, session);
  }

  private async end(caller: Caller, reply: FastifyReply) {
    const { account, session } = caller;
    if (session !== null && account !== null) {
      await this.database.inScope(IDENTITY, (em) => recordAudit(em, { kind: 'logout', account: account.id, from: caller }));
      await this.sessions.end(session);
    }
    reply.header('set-cookie', goneCookies(this.settings));
    reply.header('clear-site-data', '"cache", "storage"');
    return { ok: true };
  }
}
