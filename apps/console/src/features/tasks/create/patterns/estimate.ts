import { ACCOUNTS_AT_HAND, type AskedPatterns, estimateSource, type SourceEstimate } from '@leakwatch/rules';
import type { TaskKind } from '@leakwatch/vocabulary';
import type { Draft, SourceDraft } from '../draft/draft.ts';
import { countDraft } from '../draft/to-body.ts';
import type { ExpressionFacts } from './use-expression-facts.ts';

/** How the patterns of the draft are queried; an unchecked expression counts as one query. */
export function askedPatterns(draft: Draft, kind: TaskKind, facts: ExpressionFacts): AskedPatterns {
  if (kind === 'deep') return { words: countDraft(draft, kind), searchable: 0, streamOnly: 0 };
  const words = countDraft(draft, kind) - draft.lists.expressions.length;
  // An invalid expression is dropped when the task is saved.
  const running = draft.lists.expressions.filter((one) => (facts.get(one)?.reason ?? null) === null);
  const queries = running.map((one) => facts.get(one)?.queries.length ?? 1);
  const searchable = queries.reduce((sum, count) => sum + count, 0);
  return { words, searchable, streamOnly: queries.filter((count) => count === 0).length };
}

export const estimateOf = (source: SourceDraft, asked: AskedPatterns, kind: TaskKind): SourceEstimate =>
  estimateSource(source, asked, { accounts: ACCOUNTS_AT_HAND, deep: kind === 'deep' });

export type DurationUnit = 'minutes' | 'hours' | 'days';
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds in a readable unit, rounded up. */
export function durationOf(seconds: number): { readonly unit: DurationUnit; readonly count: number } {
  if (seconds <= 2 * HOUR) return { unit: 'minutes', count: Math.ceil(seconds / MINUTE) };
  if (seconds <= 2 * DAY) return { unit: 'hours', count: Math.ceil(seconds / HOUR) };
  return { unit: 'days', count: Math.ceil(seconds / DAY) };
}
