import { Controller, Res } from '@nestjs/common';
import {
  endOtherSessions,
  endSession,
  type InputOf,
  internalIdentity,
  internalProfile,
  listSessions,
  setLocale,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, IDENTITY, Serves } from '@leakwatch/platform';
import type { FastifyReply } from 'fastify';
import { setAccountLocale } from '../accounts/account.store.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { AccountSessions } from '../sessions/account-sessions.store.ts';
import { SessionCookies } from '../sessions/session-cookies.ts';
import { SessionStore } from '../sessions/session.store.ts';
import { DescribeCaller } from './describe-caller.ts';
import { DescribeProfile } from './describe-profile.ts';
import { EndSessions } from './end-sessions.ts';

@Controller()
export class ProfileController {
  constructor(
    private readonly database: Database,
    private readonly describeProfile: DescribeProfile,
    private readonly describeCaller: DescribeCaller,
    private readonly sessions: SessionStore,
    private readonly accountSessions: AccountSessions,
    private readonly endSessions: EndSessions,
    private readonly cookies: SessionCookies,
  ) {}

  @Serves(internalProfile)
  get(@FromCaller() caller: Caller) {
    return this.describeProfile.run(caller);
  }

  @Serves(internalIdentity)
  getIdentity(@FromRequest() input: InputOf<typeof internalIdentity>, @FromCaller() caller: Caller) {
    return this.describeCaller.run(caller, input.query.intro === 'false');
  }

  @Serves(setLocale)
  async postLocale(@FromRequest() { body }: InputOf<typeof setLocale>, @FromCaller() caller: Caller) {
    const { id } = signedIn(caller);
    await this.database.inScope(IDENTITY, (em) => setAccountLocale(em, id, body.locale));
    if (caller.session !== null) await this.sessions.setLocale(caller.session, body.locale);
    return { ok: true };
  }

  @Serves(listSessions)
  getSessions(@FromCaller() caller: Caller) {
    return this.accountSessions.list(signedIn(caller).id, caller.session);
  }

  @Serves(endOtherSessions)
  async postEndOthers(
    @FromRequest() { body }: InputOf<typeof endOtherSessions>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.cookies.set(reply, await this.endSessions.others(caller, body.password));
    return { ok: true };
  }

  @Serves(endSession)
  async postEnd(@FromRequest() { params, body }: InputOf<typeof endSession>, @FromCaller() caller: Caller) {
    await this.endSessions.one(caller, params.id, body.password);
    return { ok: true };
  }
}
