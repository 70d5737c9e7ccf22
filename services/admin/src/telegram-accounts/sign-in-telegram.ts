import { Injectable } from '@nestjs/common';
import type { InputOf, loginTelegramPost, ServiceAccount } from '@leakwatch/contracts';
import { type Caller, Conflict, type SqlEntityManager, Vault } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { LeaveTelegram, type LeftSession } from '../service-accounts/leave-telegram.ts';
import { type LockedAccount, servicePasswordContext } from '../service-accounts/service-account.store.ts';
import { findTelegramSignIn, saveTelegramSignIn, type TelegramSignIn } from '../service-accounts/telegram-session.store.ts';
import { AskTelegram, type BegunStep, type TelegramAnswer, type TelegramStep } from './ask-telegram.ts';
import { endSignIn, lockTelegramAccount, requireStep } from './telegram-account.store.ts';

type Login = InputOf<typeof loginTelegramPost>['body'];

/** Staff sign an account of Telegram in: a code is sent to its phone, then used. */
@Injectable()
export class SignInTelegram {
  constructor(
    private readonly telegram: AskTelegram,
    private readonly vault: Vault,
    private readonly leave: LeaveTelegram,
  ) {}

  /**
   * The session of an earlier sign-in is replaced, and ended at Telegram.
   * @throws Conflict with what Telegram refused; Unavailable while no crawler answers
   */
  async run(login: Login, caller: Caller): Promise<ServiceAccount> {
    let replaced: LeftSession | undefined;
    const begin = async (em: SqlEntityManager) => {
      const account = await lockTelegramAccount(em, login);
      replaced = await this.leave.sessionOf(em, account);
      return this.begin(em, login, account);
    };
    const keep = (em: SqlEntityManager, begun: BegunStep, answer: TelegramAnswer) => this.keep(em, begun, answer);
    const signedIn = await this.telegram.run({ begin, keep }, caller);
    await this.leave.run(replaced, caller);
    return signedIn;
  }

  private async begin(em: SqlEntityManager, login: Login, account: LockedAccount): Promise<BegunStep> {
    requireStep(account, login.code === undefined ? 'code_sent' : 'signed_in');
    const known = await findTelegramSignIn(em, this.vault, account.id);
    const api_id = login.api_id ?? known?.api_id;
    const api_hash = login.api_hash ?? known?.api_hash;
    if (api_id === undefined || api_hash === undefined) throw new Conflict('telegram_api_required');
    const step = login.code === undefined ? ({ kind: 'send_code' } as const) : await this.stepWith(em, login.code, account, known);
    return this.telegram.lease(em, account, { phone: login.phone, api_id, api_hash, step });
  }

  /** With a code that was accepted already, the password is what is due. */
  private async stepWith(
    em: SqlEntityManager,
    code: string,
    { id }: LockedAccount,
    known: TelegramSignIn | undefined,
  ): Promise<TelegramStep> {
    const { password: sealed } = await tables(em)
      .selectFrom('admin.service_account')
      .select('password')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const password = sealed === null ? null : this.vault.open(sealed, servicePasswordContext(id));
    if (known?.stage === 'password' && password !== null) return { kind: 'password', session: known.session, password };
    if (known?.stage !== 'code' || known.code_hash === null) throw new Conflict('telegram_step_refused');
    return { kind: 'code', session: known.session, code_hash: known.code_hash, code, password };
  }

  private async keep(em: SqlEntityManager, { id, epoch, body }: BegunStep, answer: TelegramAnswer): Promise<void> {
    if (answer.kind === 'refused') return endSignIn(em, id, epoch, { err_msg: answer.reason });
    if (answer.kind === 'signed_out') throw new Error('an account that signs in was signed out');
    const isOver = answer.kind === 'signed_in';
    const err_msg = answer.kind === 'password_due' ? 'password_invalid' : '';
    await endSignIn(em, id, epoch, { wait_code: !isOver, block_reason: null, err_msg, limited_until: null });
    const { api_id, api_hash } = body;
    const stage = ({ code_sent: 'code', password_due: 'password', signed_in: 'signed_in' } as const)[answer.kind];
    const code_hash = answer.kind === 'code_sent' ? answer.code_hash : null;
    await saveTelegramSignIn(em, this.vault, id, { stage, api_id, api_hash, session: answer.session, code_hash });
  }
}
