import { Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import { Tries } from '../../links/tries.ts';
import { describeChange } from '../../mails/describe-change.ts';
import { queueMail } from '../../mails/mail.store.ts';
import { accountById } from '../account.store.ts';
import { secondFactorOf } from '../two-factor/second-factor.store.ts';
import { addIdentityRequest, vouchersOf } from './identity-request.store.ts';

/** Somebody who cannot give a code asks others to vouch for them (spec/1-console section 4, 'Identity verification'). */
@Injectable()
export class AskVerification {
  constructor(
    private readonly database: Database,
    private readonly tries: Tries,
  ) {}

  /** Throws too_many_requests, or Conflict `two_factor_inactive` where there is nothing to take off. */
  async run(caller: Caller): Promise<void> {
    const { account: asking } = caller;
    if (asking === null) throw new NotAuthenticated();
    await this.tries.demand('identity_address', caller.address);
    await this.tries.demand('identity_account', asking.id);
    await this.database.inScope(IDENTITY, async (em) => {
      const account = await accountById(em, asking.id);
      if (account === undefined || !account.active) throw new NotAuthenticated();
      if ((await secondFactorOf(em, account.id))?.active !== true) throw new Conflict('two_factor_inactive');
      const request = await addIdentityRequest(em, account.id);
      const told = { request, email: account.email, ...describeChange(caller) };
      for (const { id } of await vouchersOf(em, account.id)) await queueMail(em, 'identity_request', { account: id }, told);
      // Who has the password alone must not get this far unnoticed.
      await queueMail(em, 'identity_asked', { account: account.id }, describeChange(caller));
      await recordAudit(em, { kind: 'identity_asked', account: account.id, from: caller, detail: { request } });
    });
  }
}
