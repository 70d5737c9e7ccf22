import { Controller, Inject, Res } from '@nestjs/common';
import { askRecovery, changePassword, checkLinkCode, type InputOf } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves, SETTINGS } from '@leakwatch/platform';
import type { FastifyReply } from 'fastify';
import { goneCookies, sessionCookies } from '../identity/cookies.ts';
import { AskRecovery } from './ask-recovery.ts';
import { ChangeOwnPassword } from './change-own-password.ts';
import { SetPasswordByLink } from './set-password-by-link.ts';
import type { AdminSettings } from '../settings.ts';

@Controller()
export class LinksController {
  constructor(
    private readonly askRecovery: AskRecovery,
    private readonly byLink: SetPasswordByLink,
    private readonly ownPassword: ChangeOwnPassword,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  @Serves(askRecovery)
  async postRecovery(@FromRequest() input: InputOf<typeof askRecovery>, @FromCaller() caller: Caller) {
    await this.askRecovery.run(input.body.email, input.body.token, caller.address);
    return { ok: true };
  }

  @Serves(checkLinkCode)
  async postCheck(@FromRequest() input: InputOf<typeof checkLinkCode>, @FromCaller() caller: Caller) {
    const { purpose, email } = await this.byLink.check(input.body.code, caller.address);
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
      const token = await this.ownPassword.run(caller, old, password, proof);
      reply.header('set-cookie', sessionCookies(token, this.settings));
    } else {
      await this.byLink.run(code, password, proof, caller);
      reply.header('set-cookie', goneCookies(this.settings));
    }
    return { ok: true };
  }
}
