import { Injectable } from '@nestjs/common';
import {
  type AnswerOf,
  type BodyOf,
  type InputOf,
  internalTelegramSignIn,
  type loginTelegramPost,
  type ServiceAccount,
} from '@leakwatch/contracts';
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
import { tables } from '../entities.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { connectionOf } from '../leases/lease-access.ts';
import { serviceAccountById } from '../service-accounts/service-account-list.read-model.ts';
import { type LockedAccount, servicePasswordContext } from '../service-accounts/service-account.store.ts';
import { findTelegramSignIn, saveTelegramSignIn, type TelegramSignIn } from '../service-accounts/telegram-session.store.ts';
import { endSignIn, leaseForSignIn, lockTelegramAccount, requireStep } from './telegram-account.store.ts';

type Login = InputOf<typeof loginTelegramPost>['body'];
type Asked = BodyOf<typeof internalTelegramSignIn>;
type Answered = AnswerOf<typeof internalTelegramSignIn>;
interface Begun {
  readonly id: string;
  readonly epoch: string;
  readonly company: string | null;
  readonly body: Asked;
}

/**
 * Staff sign an account of Telegram in: a code is sent to its phone, then used. A crawler talks to Telegram; the account is leased meanwhile, so
 * that its session is used in one place.
 */
@Injectable()
export class SignInTelegram {
  constructor(
    private readonly database: Database,
    private readonly services: ServiceClients,
    private readonly vault: Vault,
  ) {}

  /** @throws Conflict with what Telegram refused; Unavailable while no crawler answers */
  async run(login: Login, caller: Caller): Promise<ServiceAccount> {
    const begun = await this.database.inScope(STAFF, (em) => this.begin(em, login));
    const answer = await this.services
      .call(internalTelegramSignIn, asService('admin', newId()), { body: begun.body })
      .catch(async (error: unknown) => {
        await this.database.inScope(STAFF, (em) => endSignIn(em, begun.id, begun.epoch, {}));
        throw error;
      });
    await this.database.inScope(STAFF, async (em) => {
      await this.keep(em, begun, answer);
      const detail = { service_account: begun.id, action: `telegram_${answer.kind}` };
      const account = caller.account?.id ?? null;
      await recordAudit(em, { kind: 'service_account_changed', account, organisation: begun.company, from: caller, detail });
    });
    if (answer.kind === 'password_due') throw new Conflict('telegram_password_invalid');
    if (answer.kind === 'refused')
      throw new Conflict(`telegram_${answer.reason}`, answer.seconds === null ? undefined : { seconds: answer.seconds });
    const account = await this.database.inScope(STAFF, (em) => serviceAccountById(em, begun.id));
    if (account === undefined) throw new NotFound();
    return account;
  }

  private async begin(em: SqlEntityManager, login: Login): Promise<Begun> {
    const account = await lockTelegramAccount(em, login);
    requireStep(account, login.code === undefined ? 'code_sent' : 'signed_in');
    const known = await findTelegramSignIn(em, this.vault, account.id);
    const api_id = login.api_id ?? known?.api_id;
    const api_hash = login.api_hash ?? known?.api_hash;
    if (api_id === undefined || api_hash === undefined) throw new Conflict('telegram_api_required');
    const step = login.code === undefined ? ({ kind: 'send_code' } as const) : await this.stepWith(em, login.code, account, known);
    const proxy = account.proxy_id === null ? null : await connectionOf(em, this.vault, account.proxy_id);
    const phone = `+${login.phone.replaceAll(/\D/g, '')}`;
    const epoch = await leaseForSignIn(em, account.id);
    return { id: account.id, epoch, company: account.organisation_id, body: { api_id, api_hash, phone, proxy, step } };
  }

  /** With a code that was accepted already, the password is what is due. */
  private async stepWith(
    em: SqlEntityManager,
    code: string,
    { id }: LockedAccount,
    known: TelegramSignIn | undefined,
  ): Promise<Asked['step']> {
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

  private async keep(em: SqlEntityManager, { id, epoch, body }: Begun, answer: Answered): Promise<void> {
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
