import { Controller, Inject, Res } from '@nestjs/common';
import {
  addTwoFactor,
  addTwoFactorPost,
  confirmTwoFactor,
  disableTwoFactor,
  type InputOf,
  renewRecoveryCodes,
  resetTwoFactor,
  twoFactorStatus,
} from '@leakwatch/contracts';
import { type Caller, Forbidden, FromCaller, FromRequest, NotAuthenticated, Serves, SETTINGS } from '@leakwatch/platform';
import type { FastifyReply } from 'fastify';
import { OwnSessions } from '../../profile/own-sessions.store.ts';
import { sessionCookies } from '../cookies.ts';
import { AddTwoFactor } from './add-two-factor.ts';
import { ConfirmTwoFactor } from './confirm-two-factor.ts';
import { DescribeTwoFactor } from './describe-two-factor.ts';
import { DisableTwoFactor } from './disable-two-factor.ts';
import { RenewRecoveryCodes } from './renew-recovery-codes.ts';
import { ResetTwoFactor } from './reset-two-factor.ts';
import type { AdminSettings } from '../../settings.ts';

@Controller()
export class TwoFactorController {
  constructor(
    private readonly describeTwoFactor: DescribeTwoFactor,
    private readonly addTwoFactor: AddTwoFactor,
    private readonly confirmTwoFactor: ConfirmTwoFactor,
    private readonly disableTwoFactor: DisableTwoFactor,
    private readonly renewRecoveryCodes: RenewRecoveryCodes,
    private readonly resetTwoFactor: ResetTwoFactor,
    private readonly own: OwnSessions,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  @Serves(twoFactorStatus)
  getStatus(@FromCaller() caller: Caller) {
    return this.describeTwoFactor.run(idOf(caller), caller.half);
  }

  @Serves(addTwoFactor)
  getAdd(@FromCaller() caller: Caller) {
    return this.addTwoFactor.run(idOf(caller), caller.half);
  }

  @Serves(addTwoFactorPost)
  postAdd(@FromCaller() caller: Caller) {
    return this.addTwoFactor.run(idOf(caller), caller.half);
  }

  @Serves(confirmTwoFactor)
  async postConfirm(
    @FromRequest() { body }: InputOf<typeof confirmTwoFactor>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { account, token, recoveryCodes } = await this.confirmTwoFactor.run(idOf(caller), body.token, caller);
    await this.goOn(caller, token, recoveryCodes.length > 0, reply);
    return { username: account.username, user_id: account.id, recovery_codes: recoveryCodes };
  }

  @Serves(disableTwoFactor)
  async postDisable(
    @FromRequest() { body }: InputOf<typeof disableTwoFactor>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = await this.disableTwoFactor.run(idOf(caller), body.token, caller);
    await this.goOn(caller, token, true, reply);
    return { ok: true };
  }

  @Serves(renewRecoveryCodes)
  async postRecoveryCodes(
    @FromRequest() { body }: InputOf<typeof renewRecoveryCodes>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { codes, token } = await this.renewRecoveryCodes.run(idOf(caller), body.token, caller);
    await this.goOn(caller, token, true, reply);
    return { recovery_codes: codes };
  }

  @Serves(resetTwoFactor)
  async postReset(@FromRequest() { query }: InputOf<typeof resetTwoFactor>, @FromCaller() caller: Caller) {
    if (!caller.staff) throw new Forbidden();
    await this.resetTwoFactor.run(query.user_id, caller);
    return { ok: true };
  }

  /** This browser goes on with a new session; `alone` when every other one of the account is over by now. */
  private async goOn(caller: Caller, token: string, alone: boolean, reply: FastifyReply): Promise<void> {
    const account = idOf(caller);
    if (alone) await this.own.forgetAll(account);
    else if (caller.session !== null) await this.own.forget(account, caller.session);
    await this.own.remember(account, token, caller);
    reply.header('set-cookie', sessionCookies(token, this.settings));
  }
}

function idOf({ account }: Caller): string {
  if (account === null) throw new NotAuthenticated();
  return account.id;
}
