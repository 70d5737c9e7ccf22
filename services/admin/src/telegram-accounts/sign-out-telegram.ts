import { Injectable } from '@nestjs/common';
import { type BodyOf, type InputOf, internalTelegramSignIn, type logoutTelegramPost, type ServiceAccount } from '@leakwatch/contracts';
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
import { recordAudit } from '../audit/audit.store.ts';
import { connectionOf } from '../leases/lease-access.ts';
import { serviceAccountById } from '../service-accounts/service-account-list.read-model.ts';
import { findTelegramSignIn, forgetTelegramSignIn } from '../service-accounts/telegram-session.store.ts';
import { endSignIn, leaseForSignIn, lockTelegramAccount, requireStep } from './telegram-account.store.ts';

type Which = InputOf<typeof logoutTelegramPost>['body'];

/** Staff sign an account of Telegram out. A crawler tells Telegram, which ends the session; only then it is forgotten here. */
@Injectable()
export class SignOutTelegram {
  constructor(
    private readonly database: Database,
    private readonly services: ServiceClients,
    private readonly vault: Vault,
  ) {}

  /** @throws Conflict with what Telegram refused; Unavailable while no crawler answers */
  async run(which: Which, caller: Caller): Promise<ServiceAccount> {
    const begun = await this.database.inScope(STAFF, (em) => this.begin(em, which));
    const answer = await this.services
      .call(internalTelegramSignIn, asService('admin', newId()), { body: begun.body })
      .catch(async (error: unknown) => {
        await this.database.inScope(STAFF, (em) => endSignIn(em, begun.id, begun.epoch, {}));
        throw error;
      });
    const reason = answer.kind === 'refused' ? answer.reason : undefined;
    const account = await this.database.inScope(STAFF, async (em) => {
      await endSignIn(em, begun.id, begun.epoch, { err_msg: reason ?? '' });
      if (reason === undefined) await forgetTelegramSignIn(em, begun.id);
      const detail = { service_account: begun.id, action: `telegram_${answer.kind}` };
      const by = caller.account?.id ?? null;
      await recordAudit(em, { kind: 'service_account_changed', account: by, organisation: begun.company, from: caller, detail });
      return serviceAccountById(em, begun.id);
    });
    if (answer.kind === 'refused')
      throw new Conflict(`telegram_${answer.reason}`, answer.seconds === null ? undefined : { seconds: answer.seconds });
    if (account === undefined) throw new NotFound();
    return account;
  }

  private async begin(em: SqlEntityManager, which: Which) {
    const account = await lockTelegramAccount(em, which);
    requireStep(account, 'signed_out');
    const known = await findTelegramSignIn(em, this.vault, account.id);
    if (known?.stage !== 'signed_in') throw new Conflict('telegram_not_signed_in');
    const proxy = account.proxy_id === null ? null : await connectionOf(em, this.vault, account.proxy_id);
    const { api_id, api_hash, session } = known;
    const phone = `+${which.phone.replaceAll(/\D/g, '')}`;
    const body: BodyOf<typeof internalTelegramSignIn> = { api_id, api_hash, phone, proxy, step: { kind: 'log_out', session } };
    return { id: account.id, epoch: await leaseForSignIn(em, account.id), company: account.organisation_id, body };
  }
}
