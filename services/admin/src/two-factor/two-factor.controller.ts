import { Controller, Res } from '@nestjs/common';
import {
  addTwoFactor,
  addTwoFactorPost,
  disableTwoFactor,
  type InputOf,
  renewRecoveryCodes,
  resetTwoFactor,
  twoFactorStatus,
} from '@leakwatch/contracts';
import { type Caller, Forbidden, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import type { FastifyReply } from 'fastify';
import { signedIn } from '../accounts/signed-in.ts';
import { AccountSessions } from '../sessions/account-sessions.store.ts';
import { SessionCookies } from '../sessions/session-cookies.ts';
import { AddTwoFactor } from './add-two-factor.ts';
import { DescribeTwoFactor } from './describe-two-factor.ts';
import { DisableTwoFactor } from './disable-two-factor.ts';
import { RenewRecoveryCodes } from './renew-recovery-codes.ts';
import { ResetTwoFactor } from './reset-two-factor.ts';

/** The settings of the second factor. The sign-in serves its confirmation. */
@Controller()
export class TwoFactorController {
  constructor(
    private readonly describeTwoFactor: DescribeTwoFactor,
    private readonly addTwoFactor: AddTwoFactor,
    private readonly disableTwoFactor: DisableTwoFactor,
    private readonly renewRecoveryCodes: RenewRecoveryCodes,
    private readonly resetTwoFactor: ResetTwoFactor,
    private readonly accountSessions: AccountSessions,
    private readonly cookies: SessionCookies,
  ) {}

  @Serves(twoFactorStatus)
  getStatus(@FromCaller() caller: Caller) {
    return this.describeTwoFactor.run(signedIn(caller).id, caller.pending);
  }

  @Serves(addTwoFactor)
  getAdd(@FromCaller() caller: Caller) {
    return this.addTwoFactor.run(signedIn(caller).id, caller.pending);
  }

  @Serves(addTwoFactorPost)
  postAdd(@FromCaller() caller: Caller) {
    return this.addTwoFactor.run(signedIn(caller).id, caller.pending);
  }

  @Serves(disableTwoFactor)
  async postDisable(
    @FromRequest() { body }: InputOf<typeof disableTwoFactor>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = await this.disableTwoFactor.run(signedIn(caller).id, body.token, caller);
    await this.continueWith(token, caller, reply);
    return { ok: true };
  }

  @Serves(renewRecoveryCodes)
  async postRecoveryCodes(
    @FromRequest() { body }: InputOf<typeof renewRecoveryCodes>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { codes, token } = await this.renewRecoveryCodes.run(signedIn(caller).id, body.token, caller);
    await this.continueWith(token, caller, reply);
    return { recovery_codes: codes };
  }

  @Serves(resetTwoFactor)
  async postReset(@FromRequest() { query }: InputOf<typeof resetTwoFactor>, @FromCaller() caller: Caller) {
    if (!caller.staff) throw new Forbidden();
    await this.resetTwoFactor.run(query.user_id, caller);
    return { ok: true };
  }

  private async continueWith(token: string, caller: Caller, reply: FastifyReply): Promise<void> {
    await this.accountSessions.replace(caller, token, true);
    this.cookies.set(reply, token);
  }
}
