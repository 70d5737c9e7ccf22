import { type DropReason, readExpression } from '@leakwatch/rules';
import { type ExpressionQueries, NO_QUERIES } from '../expressions/queries.ts';
import type { StepLimits } from '../expressions/step-budget.ts';
import { inCodeUnits } from '../text/code-units.ts';
import type { Span } from '../text/spans.ts';
import { DocumentBatch } from './document-batch.ts';
import type { MatchingPool } from './matching-pool.ts';

/** The matcher wants an id; no pattern is stored under this one. */
const TRIED = '00000000-0000-0000-0000-000000000000';

/** About half a second: the longest sample in ASCII (20,000 bytes) and a program of 400 instructions, read twice. */
const TRIAL_STEPS = 2 ** 24;
const TRIAL_LIMITS: StepLimits = { expression: TRIAL_STEPS, document: TRIAL_STEPS };

/** What a trial found; matches are in UTF-16 code units of the sample. */
export interface TrialOutcome extends ExpressionQueries {
  /** Why the expression cannot run; null when it can. */
  readonly reason: DropReason | null;
  readonly matches: readonly Span[];
  /** Instructions of its program: steps for each byte at the most; 0 when it cannot run. */
  readonly programSize: number;
}

const refusal = (reason: DropReason): TrialOutcome => ({ reason, ...NO_QUERIES, matches: [], programSize: 0 });

async function matchesIn(pool: MatchingPool, owner: unknown, expression: string, bytes: Buffer): Promise<readonly Span[] | 'too costly'> {
  const set = await pool.open(owner, [{ id: TRIED, kind: 'regex', text: expression }]);
  try {
    const batch = new DocumentBatch(bytes.length);
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
export async function tryExpression(pool: MatchingPool, owner: unknown, expression: string, sample: string): Promise<TrialOutcome> {
  const read = readExpression(expression);
  if ('reason' in read) return refusal(read.reason);
  const [verdict] = await pool.check(owner, [read.ok]);
  if (verdict === undefined || !verdict.check.ok) return refusal(verdict?.check.ok === false ? verdict.check.code : 'expression_syntax');
  const bytes = Buffer.from(sample);
  const spans = bytes.length === 0 ? [] : await matchesIn(pool, owner, read.ok, bytes);
  if (spans === 'too costly') return refusal('expression_too_costly');
  const { queries, partsOfWords, programSize } = verdict;
  return { reason: null, queries, partsOfWords, matches: inCodeUnits(bytes, spans), programSize };
}
