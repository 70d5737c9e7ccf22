import { checkExpression, compileEngine, type ExpressionCheck } from './check.ts';
import { type ExpressionQueries, NO_QUERIES, queriesOf } from './queries.ts';

/** Whether an expression can be run, and what a source is asked for; nothing where it cannot. */
export interface ExpressionVerdict extends ExpressionQueries {
  readonly expression: string;
  readonly check: ExpressionCheck;
  /** Instructions of its program; 0 where it cannot be run. */
  readonly programSize: number;
}

/** Compiles an expression: about a millisecond, so many of them are judged in a thread (pool/matching-pool.ts). */
export function judgeExpression(expression: string): ExpressionVerdict {
  const check = checkExpression(expression);
  if (!check.ok) return { expression, check, ...NO_QUERIES, programSize: 0 };
  const engine = compileEngine(expression);
  const programSize = typeof engine === 'string' ? 0 : engine.programSize();
  return { expression, check, ...queriesOf(expression), programSize };
}
