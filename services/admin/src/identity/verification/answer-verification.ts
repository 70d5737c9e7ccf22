import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, LeakwatchError, NotAuthenticated, sha256Hex, type SqlEntityManager } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import { Tries } from '../../links/tries.ts';
import { queueMail } from '../../mails/mail.store.ts';
import { accountById } from '../account.store.ts';
import { bySomebody, ResetTwoFactor } from '../two-factor/reset-two-factor.ts';
import { decideRequest, type OpenRequest, overtakeRequests, requestOfCode } from './identity-request.store.ts';
import { mayVouch } from './may-vouch.domain.ts';

/** The same for a code that is expired, used, none, somebody else's to answer, or one's own. */
const codeInvalid = () => new LeakwatchError('identity_code_invalid', 400);

/** Whoever got the mail looks at the request and answers it, once. */
@Injectable()
export class AnswerVerification {
  constructor(
    private readonly database: Database,
    private readonly tries: Tries,
    private readonly reset: ResetTwoFactor,
  ) {}

  /** Throws identity_code_invalid; the code stays good. */
  async check(code: string, caller: Caller): Promise<OpenRequest> {
    await this.tries.demand('code_address', caller.address);
    return this.database.inScope(IDENTITY, (em) => requestFor(em, code, caller));
  }

  /** Takes the second factor off the account that asked, and ends its sessions. Throws identity_code_invalid. */
  async accept(code: string, caller: Caller): Promise<void> {
    await this.tries.demand('code_address', caller.address);
    const { account, epoch } = await this.database.inScope(IDENTITY, async (em) => {
      const request = await this.decide(em, code, 'accepted', caller);
      const raised = await this.reset.within(em, request.account_id, caller);
      if (raised === undefined) throw codeInvalid();
      await queueMail(em, 'identity_accepted', { account: request.account_id }, bySomebody(caller));
      return { account: request.account_id, epoch: raised };
    });
    await this.reset.endSessions(account, epoch);
  }

  /** Throws identity_code_invalid. */
  async decline(code: string, caller: Caller): Promise<void> {
    await this.tries.demand('code_address', caller.address);
    await this.database.inScope(IDENTITY, async (em) => {
      const request = await this.decide(em, code, 'declined', caller);
      await queueMail(em, 'identity_declined', { account: request.account_id }, bySomebody(caller));
    });
  }

  private async decide(em: SqlEntityManager, code: string, outcome: 'accepted' | 'declined', caller: Caller): Promise<OpenRequest> {
    const request = await requestFor(em, code, caller);
    if (!(await decideRequest(em, request.id, outcome))) throw codeInvalid();
    await overtakeRequests(em, request.account_id);
    await recordAudit(em, {
      kind: `identity_${outcome}`,
      account: request.account_id,
      actor: caller.account?.id ?? null,
      from: caller,
      detail: { request: request.id },
    });
    return request;
  }
}

/** The account is read anew: who was moved or deactivated a moment ago vouches for nobody. */
async function requestFor(em: SqlEntityManager, code: string, caller: Caller): Promise<OpenRequest> {
  const voucher = caller.account && (await accountById(em, caller.account.id));
  if (!voucher?.active) throw new NotAuthenticated();
  const request = await requestOfCode(em, sha256Hex(code));
  const asking = request && { account: request.account_id, organisation: request.organisation_id };
  const may = asking && mayVouch({ account: voucher.id, organisation: voucher.organisation_id, staff: voucher.staff }, asking);
  if (request === undefined || may !== true) throw codeInvalid();
  return request;
}
