import { Injectable } from '@nestjs/common';
import type { InputOf, logoutTelegramPost, ServiceAccount } from '@leakwatch/contracts';
import { type Caller, Conflict, type SqlEntityManager, Vault } from '@leakwatch/platform';
import { findTelegramSignIn, forgetTelegramSignIn } from '../service-accounts/telegram-session.store.ts';
import { AskTelegram, type BegunStep, type TelegramAnswer } from './ask-telegram.ts';
import { endSignIn, lockTelegramAccount, requireStep } from './telegram-account.store.ts';

type Which = InputOf<typeof logoutTelegramPost>['body'];

/** Staff sign an account of Telegram out: Telegram ends the session, and the stored session is deleted. */
@Injectable()
export class SignOutTelegram {
  constructor(
    private readonly telegram: AskTelegram,
    private readonly vault: Vault,
  ) {}

  /** @throws Conflict with what Telegram refused; Unavailable while no crawler answers */
  run(which: Which, caller: Caller): Promise<ServiceAccount> {
    return this.telegram.run({ begin: (em) => this.begin(em, which), keep }, caller);
  }

  private async begin(em: SqlEntityManager, which: Which): Promise<BegunStep> {
    const account = await lockTelegramAccount(em, which);
    requireStep(account, 'signed_out');
    const known = await findTelegramSignIn(em, this.vault, account.id);
    if (known?.stage !== 'signed_in') throw new Conflict('telegram_not_signed_in');
    const { api_id, api_hash, session } = known;
    return this.telegram.lease(em, account, { phone: which.phone, api_id, api_hash, step: { kind: 'log_out', session } });
  }
}

/** The session stays where Telegram refused. */
async function keep(em: SqlEntityManager, { id, epoch }: BegunStep, answer: TelegramAnswer): Promise<void> {
  await endSignIn(em, id, epoch, { err_msg: answer.kind === 'refused' ? answer.reason : '' });
  if (answer.kind !== 'refused') await forgetTelegramSignIn(em, id);
}
