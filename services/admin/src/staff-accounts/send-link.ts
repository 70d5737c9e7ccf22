import { Injectable } from '@nestjs/common';
import { type Caller, Database, NotFound, type RateLimit, RateLimiter, type SqlEntityManager, sql, STAFF } from '@leakwatch/platform';
import type { AnswerOf, LinkPurpose, sendRecoveryLink } from '@leakwatch/contracts';
import { type Account, accountByEmail, lockAccount } from '../accounts/account.store.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { tables } from '../entities.ts';
import { queueMail } from '../mails/mail.store.ts';

/** A mail takes a moment to arrive; a person who sends again would only make the first link useless. */
const RESEND_SECONDS = 300;
const LIMIT: RateLimit = { name: 'staff_link', attempts: 1, seconds: RESEND_SECONDS };

/** Staff send a person the link with which a password is set. */
@Injectable()
export class SendLink {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
  ) {}

  /** Throws account_not_found, too_many_requests. */
  async run(email: string, purpose: LinkPurpose, caller: Caller): Promise<AnswerOf<typeof sendRecoveryLink>> {
    const account = await this.database.inScope(STAFF, (em) => activeByEmail(em, email));
    await this.limiter.require(LIMIT, account.id);
    return this.database.inScope(STAFF, async (em) => {
      // A colleague may have deleted or deactivated it since it was found.
      const still = await lockAccount(em, account.id);
      if (still === null || !still.active) throw new NotFound('account_not_found');
      await queueMail(em, purpose, { account: account.id });
      await recordAudit(em, { kind: `${purpose}_link_sent`, account: account.id, actor: caller.account?.id ?? null, from: caller });
      return stateOf(em, account);
    });
  }

  /** Throws account_not_found. */
  check(email: string): Promise<AnswerOf<typeof sendRecoveryLink>> {
    return this.database.inScope(STAFF, async (em) => stateOf(em, await activeByEmail(em, email)));
  }
}

/** An account that is not active gets no mail. */
async function activeByEmail(em: SqlEntityManager, email: string): Promise<Account> {
  const account = await accountByEmail(em, email);
  if (account === null || !account.active) throw new NotFound('account_not_found');
  return account;
}

async function stateOf(em: SqlEntityManager, { id, email }: Account): Promise<AnswerOf<typeof sendRecoveryLink>> {
  const last = await tables(em)
    .selectFrom('admin.mail')
    .select(['created', sql<number>`greatest(0, ceil(${RESEND_SECONDS} - extract(epoch from now() - created)))::int`.as('seconds')])
    .where('kind', 'in', ['recovery', 'welcome'])
    .where((eb) => eb.or([eb('account_id', '=', id), eb('email', '=', email)]))
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { recovery_hash_created: last?.created.toISOString() ?? null, next_sending_after: last?.seconds ?? 0 };
}
