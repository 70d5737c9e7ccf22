import { Injectable } from '@nestjs/common';
import type { InputOf, login } from '@leakwatch/contracts';
import { type Caller, Database, IDENTITY, LeakwatchError } from '@leakwatch/platform';
import { PassBotCheck } from '../bot-check/pass-bot-check.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { type Account, accountByEmail } from './account.store.ts';
import { HASHES_AT_ONCE, passwordFits } from './passwords.ts';
import { SessionStore } from './session.store.ts';
import { LoginThrottle } from './throttle.ts';
import { turns } from './turns.ts';
import { isMandatoryFor, secondFactorOf } from './two-factor/second-factor.store.ts';
import { loginStep } from './two-factor/two-factor.domain.ts';

/** Who waits for a hash holds no connection to the database: others need them. One more, to read while another is hashed. */
const inTurn = turns(HASHES_AT_ONCE + 1);

/** What somebody brings who wants in; `token` is the bot-check's. */
type Credentials = InputOf<typeof login>['body'];

/**
 * Signs in with e-mail and password (spec/1-console section 4, 'Login flow'). Every refusal is the same.
 * The session is half until a second factor that is due was passed.
 */
@Injectable()
export class LogIn {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly throttle: LoginThrottle,
    private readonly botCheck: PassBotCheck,
  ) {}

  async run({ login, password, token: proof }: Credentials, from: Caller): Promise<{ account: Account; token: string }> {
    await this.throttle.count(login, from.address);
    await this.botCheck.run(proof, from.address);
    return inTurn(() => this.check(login, password, from));
  }

  private async check(login: string, password: string, from: Caller): Promise<{ account: Account; token: string }> {
    const account = await this.database.inScope(IDENTITY, (em) => accountByEmail(em, login));
    const fits = await passwordFits(account?.password_hash, password);
    if (account === undefined || !fits || !account.active) {
      // Written whoever's e-mail it is, so that nothing can be told from the time it takes.
      await this.database.inScope(IDENTITY, (em) =>
        recordAudit(em, { kind: 'login_failed', account: account?.id ?? null, actor: null, from }),
      );
      throw new LeakwatchError('credentials_invalid', 401);
    }
    const step = await this.database.inScope(IDENTITY, async (em) => {
      const active = (await secondFactorOf(em, account.id))?.active ?? false;
      const next = loginStep({ active, mandatory: await isMandatoryFor(em, account.id) });
      await recordAudit(em, { kind: next === 'in' ? 'login' : 'password_accepted', account: account.id, from });
      return next;
    });
    return { account, token: await this.sessions.open(account, step !== 'in') };
  }
}
