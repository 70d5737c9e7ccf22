import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, LeakwatchError, type SqlEntityManager, Vault } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import { CodeThrottle } from './code-throttle.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { spendRecoveryCode } from './recovery-code.store.ts';
import { secondFactorOf, spendStep } from './second-factor.store.ts';
import { stepOfCode } from './totp.ts';
import { readCode, type TypedCode } from './two-factor.domain.ts';

/** The same for a wrong, used, late, or unreadable code. */
export const invalidCode = () => new LeakwatchError('two_factor_code_invalid', 400);

/** What a seed at rest is bound to. */
export const seedContext = (account: string) => `second_factor.seed:${account}`;

export interface Spending {
  readonly account: string;
  readonly from: Caller;
  readonly token: string;
}

/** Spends a code of an account's active second factor: each one counts once, whoever else tries it at the same moment. */
@Injectable()
export class SpendCode {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly throttle: CodeThrottle,
  ) {}

  /**
   * Throws two_factor_code_invalid or too_many_requests. What `then` writes is committed together with the spending;
   * `kinds` are those that count.
   */
  async run<T>(
    { account, from, token }: Spending,
    kinds: readonly TypedCode['kind'][],
    then: (em: SqlEntityManager) => Promise<T>,
  ): Promise<T> {
    const typed = readCode(token);
    await this.throttle.count(account, from.address, typed.kind);
    const result = await this.database.inScope(IDENTITY, async (em) => {
      const spent = kinds.includes(typed.kind) && (await this.spend(em, account, typed));
      if (!spent) {
        await recordAudit(em, { kind: 'code_failed', account, from });
        return null;
      }
      if (typed.kind === 'recovery') await recordAudit(em, { kind: 'recovery_code_used', account, from });
      return { value: await then(em) };
    });
    if (result === null) throw invalidCode();
    await this.throttle.passed(account, from.address);
    return result.value;
  }

  private async spend(em: SqlEntityManager, account: string, typed: TypedCode): Promise<boolean> {
    const factor = await secondFactorOf(em, account);
    if (factor === undefined || !factor.active || typed.kind === 'unreadable') return false;
    if (typed.kind === 'recovery') return spendRecoveryCode(em, account, hashRecoveryCode(account, typed.code));
    const step = await stepOfCode(this.vault.open(factor.seed, seedContext(account)), typed.code);
    return step !== null && spendStep(em, factor.id, step);
  }
}
