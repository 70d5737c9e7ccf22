import { Controller } from '@nestjs/common';
import {
  answerRecipient,
  askRecipient,
  checkRecipientCode,
  controlRecipientStates,
  type InputOf,
  internalRecipient,
  recipientStates,
} from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { RecipientLinks } from './recipient-links.ts';
import { RecipientStates } from './recipient-states.ts';

@Controller()
export class RecipientsController {
  constructor(
    private readonly states: RecipientStates,
    private readonly links: RecipientLinks,
  ) {}

  @Serves(recipientStates)
  postStates(@FromRequest() { body }: InputOf<typeof recipientStates>, @FromCaller() caller: Caller) {
    return this.states.list(body.emails, caller);
  }

  @Serves(controlRecipientStates)
  postControlStates(@FromRequest() { body }: InputOf<typeof controlRecipientStates>, @FromCaller() caller: Caller) {
    return this.states.ofOrganisation(body.organisation, body.emails, caller);
  }

  @Serves(askRecipient)
  async postAsk(@FromRequest() { body }: InputOf<typeof askRecipient>, @FromCaller() caller: Caller) {
    await this.states.ask(body.email, caller);
    return { ok: true } as const;
  }

  @Serves(checkRecipientCode)
  postCheck(@FromRequest() { body }: InputOf<typeof checkRecipientCode>, @FromCaller() caller: Caller) {
    return this.links.check(body.code, caller);
  }

  @Serves(answerRecipient)
  async postAnswer(@FromRequest() { body }: InputOf<typeof answerRecipient>, @FromCaller() caller: Caller) {
    await this.links.answer(body.code, body.wanted, caller);
    return { ok: true } as const;
  }

  @Serves(internalRecipient)
  postInternal(@FromRequest() { body }: InputOf<typeof internalRecipient>) {
    return this.links.beforeMail(body.organisation, body.email);
  }
}
