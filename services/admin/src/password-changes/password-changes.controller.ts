import { Controller, Res } from '@nestjs/common';
import { askRecovery, changePassword, checkLinkCode, type InputOf } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import type { FastifyReply } from 'fastify';
import { SessionCookies } from '../sessions/session-cookies.ts';
import { ChangeOwnPassword } from './change-own-password.ts';
import { RequestRecovery } from './request-recovery.ts';
import { SetPasswordByLink } from './set-password-by-link.ts';

@Controller()
export class PasswordChangesController {
  constructor(
    private readonly requestRecovery: RequestRecovery,
    private readonly byLink: SetPasswordByLink,
    private readonly ownPassword: ChangeOwnPassword,
    private readonly cookies: SessionCookies,
  ) {}

  @Serves(askRecovery)
  async postRecovery(@FromRequest() input: InputOf<typeof askRecovery>, @FromCaller() caller: Caller) {
    await this.requestRecovery.run(input.body.email, input.body.token, caller);
    return { ok: true };
  }

  @Serves(checkLinkCode)
  async postCheck(@FromRequest() input: InputOf<typeof checkLinkCode>, @FromCaller() caller: Caller) {
    const { purpose, email } = await this.byLink.check(input.body.code, caller);
    return { purpose, email };
  }

  @Serves(changePassword)
  async patchPassword(
    @FromRequest() input: InputOf<typeof changePassword>,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { code, old_password: old = '', new_password: password, token: proof } = input.body;
    if (code === undefined) {
      this.cookies.set(reply, await this.ownPassword.run(caller, old, password, proof));
    } else {
      await this.byLink.run(code, password, proof, caller);
      this.cookies.clear(reply);
    }
    return { ok: true };
  }
}
