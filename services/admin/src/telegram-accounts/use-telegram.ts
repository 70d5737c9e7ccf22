import { Injectable } from '@nestjs/common';
import type { InputOf, runTelegramPost, ServiceAccount } from '@leakwatch/contracts';
import { type Caller, Conflict, Database, NotFound, STAFF } from '@leakwatch/platform';
import { recordAudit } from '../audit/audit.store.ts';
import { serviceAccountById } from '../service-accounts/service-account-list.read-model.ts';
import { setTelegramUse } from '../service-accounts/telegram-session.store.ts';
import { lockTelegramAccount, requireStep, setBlocked } from './telegram-account.store.ts';

/** Staff let crawlers use an account of Telegram, or take it from them. */
@Injectable()
export class UseTelegram {
  constructor(private readonly database: Database) {}

  async run(which: InputOf<typeof runTelegramPost>['body'], step: 'run' | 'stop', caller: Caller): Promise<ServiceAccount> {
    return this.database.inScope(STAFF, async (em) => {
      const account = await lockTelegramAccount(em, which);
      const { id, organisation_id } = account;
      requireStep(account, step);
      const isSignedIn = await setTelegramUse(em, id, step === 'run');
      if (step === 'run' && !isSignedIn) throw new Conflict('telegram_not_signed_in');
      await setBlocked(em, id, step === 'stop');
      const detail = { service_account: id, action: `telegram_${step}` };
      const by = caller.account?.id ?? null;
      await recordAudit(em, { kind: 'service_account_changed', account: by, organisation: organisation_id, from: caller, detail });
      const found = await serviceAccountById(em, id);
      if (found === undefined) throw new NotFound();
      return found;
    });
  }
}
