import { Controller, Inject, Res } from '@nestjs/common';
import { endOtherSessions, endSession, getProfile, type InputOf, listSessions } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, NotAuthenticated, Serves, SETTINGS } from '@leakwatch/platform';
import type { FastifyReply } from 'fastify';
import { sessionCookies } from '../identity/cookies.ts';
import { DescribeProfile } from './describe-profile.ts';
import { EndSessions } from './end-sessions.ts';
import { OwnSessions } from './own-sessions.store.ts';
import type { AdminSettings } from '../settings.ts';

@Controller()
export class ProfileController {
  constructor(
    private readonly describe: DescribeProfile,
    private readonly sessions: OwnSessions,
    private readonly endSessions: EndSessions,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  @Serves(getProfile)
  get(@FromCaller() caller: Caller) {
    return this.describe.run(caller);
  }

  @Serves(listSessions)
  getSessions(@FromCaller() { account, session }: Caller) {
    if (account === null) throw new NotAuthenticated();
    return this.sessions.list(account.id, session);
  }

  @Serves(endOtherSessions)
  async postEndOthers(
    @FromRequest() { body }: InputOf<typeof endOtherSessions>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = await this.endSessions.others(caller, body.password);
    reply.header('set-cookie', sessionCookies(token, this.settings));
    return { ok: true };
  }

  @Serves(endSession)
  async postEnd(@FromRequest() { params, body }: InputOf<typeof endSession>, @FromCaller() caller: Caller) {
    await this.endSessions.one(caller, params.id, body.password);
    return { ok: true };
  }
}
