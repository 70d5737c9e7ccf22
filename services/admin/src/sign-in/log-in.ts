import { Injectable } from '@nestjs/common';
import type { InputOf, login } from '@leakwatch/contracts';
import { type Caller, Database, IDENTITY, LeakwatchError } from '@leakwatch/platform';
import { type Account, accountByEmail } from '../accounts/account.store.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { PassBotCheck } from '../bot-check/pass-bot-check.ts';
import { limitConcurrency } from '../passwords/limit-concurrency.ts';
import { HASHES_AT_ONCE, verifyPassword } from '../passwords/password-hash.ts';
import { SessionStore } from '../sessions/session.store.ts';
import { isMandatoryFor, secondFactorOf } from '../two-factor/second-factor.store.ts';
import { loginStep } from '../two-factor/two-factor.domain.ts';
import { LoginRateLimit } from './login-rate-limit.ts';

/**
 * Requests that wait for a hash must not hold all database connections. One more than the hashes that run at once: it
 * reads its account meanwhile.
 */
const limited = limitConcurrency(HASHES_AT_ONCE + 1);

/** `token` is the answer to the bot-check. */
type Credentials = InputOf<typeof login>['body'];

/**
 * Signs in with e-mail and password. Every refusal has the same answer, so that nobody learns which accounts exist. Where
 * a second factor is pending, the session opens only the routes that complete the sign-in.
 */
@Injectable()
export class LogIn {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly rateLimit: LoginRateLimit,
    private readonly botCheck: PassBotCheck,
  ) {}

  async run({ login, password, token: proof }: Credentials, from: Caller): Promise<{ account: Account; token: string }> {
    // An attempt without the proof of work must not use up the attempts of others behind its address.
    await this.botCheck.run(proof, from.address);
    await this.rateLimit.count(login, from);
    return limited(() => this.check(login, password, from));
  }

  private async check(login: string, password: string, from: Caller): Promise<{ account: Account; token: string }> {
    const account = await this.database.inScope(IDENTITY, (em) => accountByEmail(em, login));
    const isCorrect = await verifyPassword(account?.password_hash, password);
    if (account === null || !isCorrect || !account.active) {
      // Also written when no account has this e-mail, so that the time that the answer takes reveals nothing.
      await this.database.inScope(IDENTITY, (em) =>
        recordAudit(em, { kind: 'login_failed', account: account?.id ?? null, actor: null, from }),
      );
      throw new LeakwatchError('credentials_invalid', 401);
    }
    await this.rateLimit.passed(login, from);
    const step = await this.database.inScope(IDENTITY, async (em) => {
      const active = (await secondFactorOf(em, account.id))?.active ?? false;
      const next = loginStep({ active, mandatory: await isMandatoryFor(em, account.id) });
      await recordAudit(em, { kind: next === 'in' ? 'login' : 'password_accepted', account: account.id, from });
      return next;
    });
    return { account, token: await this.sessions.open(account, step !== 'in') };
  }
}
