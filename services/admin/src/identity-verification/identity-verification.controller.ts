import { Controller } from '@nestjs/common';
import { askVerifyIdentity, checkIdentityCode, confirmIdentity, declineIdentity, type InputOf } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { AnswerVerification } from './answer-verification.ts';
import { RequestVerification } from './request-verification.ts';

@Controller()
export class IdentityVerificationController {
  constructor(
    private readonly ask: RequestVerification,
    private readonly answer: AnswerVerification,
  ) {}

  @Serves(askVerifyIdentity)
  async postAsk(@FromCaller() caller: Caller) {
    await this.ask.run(caller);
    return { ok: true };
  }

  @Serves(checkIdentityCode)
  async getCheck(@FromRequest() { query }: InputOf<typeof checkIdentityCode>, @FromCaller() caller: Caller) {
    const { email, company, first_name, last_name } = await this.answer.check(query.code, caller);
    return { email, company, first_name, last_name };
  }

  @Serves(confirmIdentity)
  async postConfirm(@FromRequest() { body }: InputOf<typeof confirmIdentity>, @FromCaller() caller: Caller) {
    await this.answer.accept(body.code, caller);
    return { ok: true };
  }

  @Serves(declineIdentity)
  async postDecline(@FromRequest() { body }: InputOf<typeof declineIdentity>, @FromCaller() caller: Caller) {
    await this.answer.decline(body.code, caller);
    return { ok: true };
  }
}
