import { checkExpression, type ExpressionCheck } from './check.ts';
import { requiredLiterals } from './required-literals.ts';

/** Whether an expression can be run, and the parts that every match holds; none where it cannot. */
export interface ExpressionVerdict {
  readonly expression: string;
  readonly check: ExpressionCheck;
  readonly literals: readonly string[];
}

/** Compiles an expression: about a millisecond, so many of them are judged in a thread (pool/matching-pool.ts). */
export function judgeExpression(expression: string): ExpressionVerdict {
  const check = checkExpression(expression);
  return { expression, check, literals: check.ok ? requiredLiterals(expression).map(({ text }) => text) : [] };
}
