import { Controller } from '@nestjs/common';
import { createAccount, endAccountSessions, type InputOf } from '@leakwatch/contracts';
import { type Caller, Forbidden, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { CreateAccount } from './create-account.ts';
import { EndAccountSessions } from './end-account-sessions.ts';

/** Staff manage the accounts of organisations. */
@Controller()
export class StaffAccountsController {
  constructor(
    private readonly createAccount: CreateAccount,
    private readonly endSessions: EndAccountSessions,
  ) {}

  @Serves(createAccount)
  async postAccount(@FromRequest() input: InputOf<typeof createAccount>, @FromCaller() caller: Caller) {
    if (!caller.staff) throw new Forbidden();
    return { id: await this.createAccount.run(input.body) };
  }

  @Serves(endAccountSessions)
  async postEndSessions(@FromRequest() { body }: InputOf<typeof endAccountSessions>, @FromCaller() caller: Caller) {
    if (!caller.staff) throw new Forbidden();
    return { count: await this.endSessions.run('email' in body ? body.email : null, caller) };
  }
}
