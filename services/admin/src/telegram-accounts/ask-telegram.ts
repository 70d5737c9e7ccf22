import { Injectable } from '@nestjs/common';
import { type AnswerOf, type BodyOf, internalTelegramSignIn, type ServiceAccount } from '@leakwatch/contracts';
import {
  asService,
  type Caller,
  Conflict,
  Database,
  newId,
  NotFound,
  ServiceClients,
  type SqlEntityManager,
  STAFF,
  Vault,
} from '@leakwatch/platform';
import { phoneDigits } from '@leakwatch/rules';
import { recordAudit } from '../audit/audit.store.ts';
import { connectionOf } from '../proxies/proxy-connection.ts';
import { serviceAccountById } from '../service-accounts/service-account-list.read-model.ts';
import type { LockedAccount } from '../service-accounts/service-account.store.ts';
import { endSignIn, leaseForSignIn } from './telegram-account.store.ts';

type Asked = BodyOf<typeof internalTelegramSignIn>;
export type TelegramStep = Asked['step'];
export type TelegramAnswer = AnswerOf<typeof internalTelegramSignIn>;

/** An account that is leased while Telegram is asked. */
export interface BegunStep {
  readonly id: string;
  readonly epoch: string;
  readonly company: string | null;
  readonly body: Asked;
}

/** A step of signing in or out. Both parts run in a transaction of staff; `keep` ends the lease. */
interface Step {
  readonly begin: (em: SqlEntityManager) => Promise<BegunStep>;
  readonly keep: (em: SqlEntityManager, begun: BegunStep, answer: TelegramAnswer) => Promise<void>;
}

/** Steps with Telegram that a crawler takes for staff. The account is leased meanwhile, so that its session is used in one place. */
@Injectable()
export class AskTelegram {
  constructor(
    private readonly database: Database,
    private readonly services: ServiceClients,
    private readonly vault: Vault,
  ) {}

  /** @throws Conflict with what Telegram refused; Unavailable while no crawler answers */
  async run({ begin, keep }: Step, caller: Caller): Promise<ServiceAccount> {
    const begun = await this.database.inScope(STAFF, begin);
    const answer = await this.services
      .call(internalTelegramSignIn, asService('admin', newId()), { body: begun.body })
      .catch(async (error: unknown) => {
        await this.database.inScope(STAFF, (em) => endSignIn(em, begun.id, begun.epoch, {}));
        throw error;
      });
    await this.database.inScope(STAFF, async (em) => {
      await keep(em, begun, answer);
      const detail = {
        service_account: begun.id,
        action: `telegram_${answer.kind}`,
        ...(answer.kind === 'refused' && { reason: answer.reason }),
      };
      const account = caller.account?.id ?? null;
      await recordAudit(em, { kind: 'service_account_changed', account, organisation: begun.company, from: caller, detail });
    });
    if (answer.kind === 'password_due') throw new Conflict('telegram_password_invalid');
    if (answer.kind === 'refused')
      throw new Conflict(`telegram_${answer.reason}`, answer.seconds === null ? undefined : { seconds: answer.seconds });
    const account = await this.database.read(STAFF, (em) => serviceAccountById(em, begun.id));
    if (account === undefined) throw new NotFound();
    return account;
  }

  /** Leases a locked account. @throws Conflict telegram_step_refused while it is leased */
  async lease(
    em: SqlEntityManager,
    account: LockedAccount,
    { phone, ...asked }: Pick<Asked, 'phone' | 'api_id' | 'api_hash' | 'step'>,
  ): Promise<BegunStep> {
    const proxy = account.proxy_id === null ? null : await connectionOf(em, this.vault, account.proxy_id);
    const epoch = await leaseForSignIn(em, account.id);
    const body = { ...asked, phone: `+${phoneDigits(phone)}`, proxy };
    return { id: account.id, epoch, company: account.organisation_id, body };
  }
}
