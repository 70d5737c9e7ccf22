import { Controller } from '@nestjs/common';
import {
  changeAccount,
  checkRecoveryLink,
  createAccount,
  deleteAccount,
  endAccountSessions,
  getAccount,
  type InputOf,
  listAccounts,
  sendRecoveryLink,
  sendWelcomeLink,
} from '@leakwatch/contracts';
import { type Caller, Database, Forbidden, FromCaller, FromRequest, NotFound, Serves, STAFF } from '@leakwatch/platform';
import { accountList, staffAccountById } from './account-list.read-model.ts';
import { ChangeAccount } from './change-account.ts';
import { CreateAccount } from './create-account.ts';
import { EndAccountSessions } from './end-account-sessions.ts';
import { SendLink } from './send-link.ts';

/** Staff manage the accounts of organisations. */
@Controller()
export class StaffAccountsController {
  constructor(
    private readonly database: Database,
    private readonly createAccount: CreateAccount,
    private readonly changeAccount: ChangeAccount,
    private readonly sendLink: SendLink,
    private readonly endSessions: EndAccountSessions,
  ) {}

  @Serves(listAccounts)
  getList(@FromRequest() { query }: InputOf<typeof listAccounts>) {
    return this.database.read(STAFF, (em) => accountList(em, query));
  }

  @Serves(getAccount)
  async getOne(@FromRequest() { params }: InputOf<typeof getAccount>) {
    const account = await this.database.read(STAFF, (em) => staffAccountById(em, params.id));
    if (account === undefined) throw new NotFound();
    return account;
  }

  @Serves(createAccount)
  async postAccount(@FromRequest() input: InputOf<typeof createAccount>, @FromCaller() caller: Caller) {
    if (!caller.staff) throw new Forbidden();
    return { id: await this.createAccount.run(input.body, caller) };
  }

  @Serves(changeAccount)
  async patchAccount(@FromRequest() { params, body }: InputOf<typeof changeAccount>, @FromCaller() caller: Caller) {
    if (!caller.staff) throw new Forbidden();
    await this.changeAccount.run(params.id, body, caller);
    return { ok: true } as const;
  }

  @Serves(deleteAccount)
  async deleteAccount(@FromRequest() { params }: InputOf<typeof deleteAccount>, @FromCaller() caller: Caller) {
    if (!caller.staff) throw new Forbidden();
    await this.changeAccount.delete(params.id, caller);
    return { ok: true } as const;
  }

  @Serves(sendRecoveryLink)
  postRecoveryLink(@FromRequest() { body }: InputOf<typeof sendRecoveryLink>, @FromCaller() caller: Caller) {
    return this.sendLink.run(body.email, 'recovery', caller);
  }

  @Serves(sendWelcomeLink)
  postWelcomeLink(@FromRequest() { body }: InputOf<typeof sendWelcomeLink>, @FromCaller() caller: Caller) {
    return this.sendLink.run(body.email, 'welcome', caller);
  }

  @Serves(checkRecoveryLink)
  postCheckLink(@FromRequest() { body }: InputOf<typeof checkRecoveryLink>) {
    return this.sendLink.check(body.email);
  }

  @Serves(endAccountSessions)
  async postEndSessions(@FromRequest() { body }: InputOf<typeof endAccountSessions>, @FromCaller() caller: Caller) {
    if (!caller.staff) throw new Forbidden();
    return { count: await this.endSessions.run('email' in body ? body.email : null, caller) };
  }
}
