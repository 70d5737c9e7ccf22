import type { Span } from '../text/spans.ts';
import type { Verdict } from './checks/checks.ts';
import type { Rule } from './rule.ts';

/** A match before overlaps are resolved. */
export interface Candidate extends Span {
  /** The place of its rule in the table. */
  readonly order: number;
  readonly rule: Rule;
  readonly value: string;
  readonly check: Verdict;
}

const RANKS: Readonly<Record<Rule['rank'], number>> = { vendor: 0, generic: 1, own: 2 };

/** A vendor's format before a general one, the longer match before the shorter, the first rule before the others. */
const byWeight = (left: Candidate, right: Candidate): number =>
  RANKS[left.rule.rank] - RANKS[right.rule.rank] ||
  right.end - right.start - (left.end - left.start) ||
  left.start - right.start ||
  left.order - right.order;

const overlaps = (left: Span, right: Span): boolean => left.start < right.end && right.start < left.end;

/** Characters of an escape that may look like the beginning of a token: `u003d`. */
const ESCAPE_CHARACTERS = 5;

/** Matches without those that begin with characters of an escape, where the same rule matches without them. */
export const withoutEscapeCharacters = (candidates: readonly Candidate[], endsEscape: (at: number) => boolean): readonly Candidate[] =>
  candidates.filter(
    ({ order, start, end }) =>
      !candidates.some(
        (other) =>
          other.order === order &&
          other.end === end &&
          other.start > start &&
          other.start <= start + ESCAPE_CHARACTERS &&
          endsEscape(other.start - 1),
      ),
  );

/** Of detectors that match the same text one counts. Matches of own rules are all kept. In the order of the text. */
export function withoutOverlaps(candidates: readonly Candidate[]): readonly Candidate[] {
  const kept: Candidate[] = [];
  for (const one of [...candidates].sort(byWeight))
    if (one.rule.rank === 'own' || !kept.some((other) => overlaps(one, other))) kept.push(one);
  return kept.sort((left, right) => left.start - right.start || left.order - right.order);
}
