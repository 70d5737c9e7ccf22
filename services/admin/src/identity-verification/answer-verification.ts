import { Injectable } from '@nestjs/common';
import {
  type Caller,
  Database,
  IDENTITY,
  LeakwatchError,
  type RateLimit,
  RateLimiter,
  sha256Hex,
  type SqlEntityManager,
} from '@leakwatch/platform';
import { activeAccount } from '../accounts/account.store.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { describeChangeByAnother } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { EndAllSessions } from '../sessions/end-all-sessions.ts';
import { ResetTwoFactor } from '../two-factor/reset-two-factor.ts';
import { decideRequest, type OpenRequest, requestOfCode, supersedeRequests } from './identity-request.store.ts';
import { mayApprove } from './may-approve.domain.ts';

/** A code has 256 bits and cannot be guessed; the limit only keeps the load down. */
const CODE_LIMIT: RateLimit = { name: 'identity_code', attempts: 60, seconds: 60 };

/** The same error for a code that is expired, used or unknown, and for a caller who may not answer the request. */
const codeInvalid = () => new LeakwatchError('identity_code_invalid', 400);

/** A colleague or staff member who got the mail looks at the request and answers it, once. */
@Injectable()
export class AnswerVerification {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
    private readonly reset: ResetTwoFactor,
    private readonly endAllSessions: EndAllSessions,
  ) {}

  /** Does not use the code up. Throws identity_code_invalid. */
  async check(code: string, caller: Caller): Promise<OpenRequest> {
    await this.limiter.requireFrom(CODE_LIMIT, caller);
    return this.database.inScope(IDENTITY, (em) => requestFor(em, code, caller));
  }

  /** Removes the second factor of the account that asked, and ends its sessions. Throws identity_code_invalid. */
  async accept(code: string, caller: Caller): Promise<void> {
    await this.limiter.requireFrom(CODE_LIMIT, caller);
    const { account, epoch } = await this.database.inScope(IDENTITY, async (em) => {
      const request = await this.decide(em, code, 'accepted', caller);
      const raised = await this.reset.within(em, request.account_id, caller);
      if (raised === undefined) throw codeInvalid();
      await queueMail(em, 'identity_accepted', { account: request.account_id }, describeChangeByAnother(caller));
      return { account: request.account_id, epoch: raised };
    });
    await this.endAllSessions.run(account, epoch);
  }

  /** Throws identity_code_invalid. */
  async decline(code: string, caller: Caller): Promise<void> {
    await this.limiter.requireFrom(CODE_LIMIT, caller);
    await this.database.inScope(IDENTITY, async (em) => {
      const request = await this.decide(em, code, 'declined', caller);
      await queueMail(em, 'identity_declined', { account: request.account_id }, describeChangeByAnother(caller));
    });
  }

  private async decide(em: SqlEntityManager, code: string, outcome: 'accepted' | 'declined', caller: Caller): Promise<OpenRequest> {
    const request = await requestFor(em, code, caller);
    if (!(await decideRequest(em, request.id, outcome))) throw codeInvalid();
    await supersedeRequests(em, request.account_id);
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

/** Reads the caller's account again: a person who was moved or deactivated a moment ago must not approve anybody. */
async function requestFor(em: SqlEntityManager, code: string, caller: Caller): Promise<OpenRequest> {
  const approver = await activeAccount(em, signedIn(caller).id);
  const request = await requestOfCode(em, sha256Hex(code));
  const requester = request && { account: request.account_id, organisation: request.organisation_id, staff: request.staff };
  const may =
    requester && mayApprove({ account: approver.id, organisation: approver.organisation_id ?? null, staff: approver.staff }, requester);
  if (request === undefined || may !== true) throw codeInvalid();
  return request;
}
