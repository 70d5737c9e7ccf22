import { Injectable } from '@nestjs/common';
import type { AnswerOf, checkExpression as route, InputOf } from '@leakwatch/contracts';
import { DocumentBatch, inCodeUnits, MatchingPool, type Span, type StepLimits } from '@leakwatch/matching';
import { type Caller, Forbidden } from '@leakwatch/platform';
import { readExpression } from '@leakwatch/rules';
import { ExpressionThrottle } from './expression-throttle.ts';

/** The matcher wants an id; no pattern is stored under this one. */
const TRIED = '00000000-0000-0000-0000-000000000000';

/** About half a second: the longest sample in ASCII (20,000 bytes) and a program of 400 instructions, read twice. */
const TRIAL_STEPS = 2 ** 24;
const TRIAL_LIMITS: StepLimits = { expression: TRIAL_STEPS, document: TRIAL_STEPS };

type Trial = InputOf<typeof route>['body'];
type Outcome = AnswerOf<typeof route>;

const refusal = (reason: NonNullable<Outcome['reason']>): Outcome => ({ reason, literals: [], matches: [] });

async function matchesIn(pool: MatchingPool, owner: unknown, expression: string, bytes: Buffer): Promise<readonly Span[] | 'too costly'> {
  const set = await pool.open(owner, [{ id: TRIED, kind: 'regex', text: expression }]);
  try {
    const batch = new DocumentBatch();
    batch.add(bytes, []);
    const [result] = await set.examine(batch, { limits: TRIAL_LIMITS });
    if (result?.outcome !== 'examined' || result.unchecked.length > 0) return 'too costly';
    return result.matches[0]?.spans ?? [];
  } finally {
    set.close();
  }
}

/**
 * Runs an expression on a sample as the crawler does, in a thread. A sample for which it is too expensive is answered as
 * `expression_too_costly`.
 * @param owner whose trials wait for one another
 */
export async function tryExpression(pool: MatchingPool, owner: unknown, { expression, sample }: Trial): Promise<Outcome> {
  const read = readExpression(expression);
  if ('reason' in read) return refusal(read.reason);
  const [verdict] = await pool.check(owner, [read.ok]);
  if (verdict === undefined || !verdict.check.ok) return refusal(verdict?.check.ok === false ? verdict.check.code : 'expression_syntax');
  const bytes = Buffer.from(sample);
  const spans = bytes.length === 0 ? [] : await matchesIn(pool, owner, read.ok, bytes);
  if (spans === 'too costly') return refusal('expression_too_costly');
  return { reason: null, literals: [...verdict.literals], matches: inCodeUnits(bytes, spans) };
}

/** Tries an expression for a person. */
@Injectable()
export class TryExpression {
  constructor(
    private readonly pool: MatchingPool,
    private readonly throttle: ExpressionThrottle,
  ) {}

  /** Throws too_many_requests. */
  async run(trial: Trial, { account, organisation }: Caller): Promise<Outcome> {
    if (account === null) throw new Forbidden('not_in_organisation');
    await this.throttle.try(account.id, organisation);
    return tryExpression(this.pool, organisation ?? account.id, trial);
  }
}
