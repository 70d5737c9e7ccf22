import { Injectable } from '@nestjs/common';
import { type Caller, Database, IDENTITY, LeakwatchError, type SqlEntityManager, Vault } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import { CodeRateLimit } from './code-rate-limit.ts';
import { redeemRecoveryCode } from './recovery-code.store.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { redeemStep, secondFactorOf } from '../second-factor.store.ts';
import { stepOfCode } from './totp.ts';
import { readCode, type TypedCode } from './typed-code.domain.ts';

/** The same error for a code that is wrong, used, expired or unreadable. */
export const invalidCode = () => new LeakwatchError('two_factor_code_invalid', 400);

/** The context to which an encrypted seed is bound. */
export const seedContext = (account: string) => `second_factor.seed:${account}`;

export interface CodeAttempt {
  readonly account: string;
  readonly from: Caller;
  /** The code as it was typed. */
  readonly token: string;
}

/** Uses up a code of an account's active second factor. Each code works once, also under concurrent attempts. */
@Injectable()
export class RedeemCode {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly rateLimit: CodeRateLimit,
  ) {}

  /**
   * `kinds` are the kinds of code that are accepted. What `then` writes is committed together with the use of the code.
   * Throws two_factor_code_invalid, too_many_requests.
   */
  async run<T>(
    { account, from, token }: CodeAttempt,
    kinds: readonly TypedCode['kind'][],
    then: (em: SqlEntityManager) => Promise<T>,
  ): Promise<T> {
    const typed = readCode(token);
    await this.rateLimit.count(account, from, typed.kind);
    const result = await this.database.inScope(IDENTITY, async (em) => {
      const isRedeemed = kinds.includes(typed.kind) && (await this.redeem(em, account, typed));
      if (!isRedeemed) {
        await recordAudit(em, { kind: 'code_failed', account, from });
        return null;
      }
      if (typed.kind === 'recovery') await recordAudit(em, { kind: 'recovery_code_used', account, from });
      return { value: await then(em) };
    });
    if (result === null) throw invalidCode();
    await this.rateLimit.passed(account, from.address);
    return result.value;
  }

  private async redeem(em: SqlEntityManager, account: string, typed: TypedCode): Promise<boolean> {
    const factor = await secondFactorOf(em, account);
    if (factor === null || !factor.active || typed.kind === 'unreadable') return false;
    if (typed.kind === 'recovery') return redeemRecoveryCode(em, account, hashRecoveryCode(account, typed.code));
    const step = await stepOfCode(this.vault.open(factor.seed, seedContext(account)), typed.code);
    return step !== null && redeemStep(em, factor.id, step);
  }
}
