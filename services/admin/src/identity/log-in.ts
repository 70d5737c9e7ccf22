import { Injectable } from '@nestjs/common';
import { Database, IDENTITY, LeakwatchError } from '@leakwatch/platform';
import { type Account, accountByEmail } from './account.store.ts';
import { passwordFits } from './passwords.ts';
import { SessionStore } from './session.store.ts';
import { LoginThrottle } from './throttle.ts';
import { isMandatoryFor, secondFactorOf } from './two-factor/second-factor.store.ts';
import { loginStep } from './two-factor/two-factor.domain.ts';

/**
 * Signs in with e-mail and password (spec/1-console section 4, 'Login flow'). Every refusal is the same.
 * The session is half until a second factor that is due was passed.
 */
@Injectable()
export class LogIn {
  private readonly database: Database;
  private readonly sessions: SessionStore;
  private readonly throttle: LoginThrottle;

  constructor(database: Database, sessions: SessionStore, throttle: LoginThrottle) {
    this.database = database;
    this.sessions = sessions;
    this.throttle = throttle;
  }

  async run(login: string, password: string, address: string): Promise<{ account: Account; token: string }> {
    await this.throttle.count(login, address);
    const account = await this.database.inScope(IDENTITY, (em) => accountByEmail(em, login));
    const fits = await passwordFits(account?.password_hash, password);
    if (account === undefined || !fits || !account.active) throw new LeakwatchError('credentials_invalid', 401);
    const step = await this.database.inScope(IDENTITY, async (em) =>
      loginStep({ active: (await secondFactorOf(em, account.id))?.active ?? false, mandatory: await isMandatoryFor(em, account.id) }),
    );
    return { account, token: await this.sessions.open(account, step !== 'in') };
  }
}
