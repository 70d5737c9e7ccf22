import { CONTEXT_BYTES, searchExpression } from '../expressions/search.ts';
import { takesByte } from '../expressions/position-scan.ts';
import { StepBudget, type StepLimits } from '../expressions/step-budget.ts';
import type { Span } from '../text/spans.ts';
import { type ExamineOptions, Stopped } from './examined.ts';
import type { GuestSteps } from './guest-steps.ts';
import type { PatternPlan } from './plans.ts';

/** With longer matches than this, so much around each edit would be read that a revision costs as much as a whole document. */
const MAX_MATCH_BYTES = 256;
/** A document with more matches than this is read whole, and so are its revisions. */
export const MAX_MATCHES = 256;

const LINE_FEED = 0x0a;
const FIRST_BEYOND_ASCII = 0x80;
const BYTES = 0x100;

/** Whether a match holds ASCII alone and no end of a line, as far as that is known. */
export function isOfAsciiLine({ search }: PatternPlan): boolean {
  const places = search?.places() ?? null;
  if (places === null || takesByte(places, LINE_FEED)) return false;
  for (let byte = FIRST_BEYOND_ASCII; byte < BYTES; byte++) if (takesByte(places, byte)) return false;
  return true;
}

/**
 * The expressions to which no literal leads: they are run on every text. Where all of their matches are short, they can be run on the new parts of
 * a revision alone.
 */
export class UnledExpressions {
  readonly #plans: readonly PatternPlan[];
  /** Bytes of the longest match; 0 where there are no such expressions, Infinity where a match may be so long that a whole document must be read. */
  readonly longestMatch: number;
  /** Bytes that must be read on both sides of an edit: a match that is not read there is copied, or overlaps one that is (decision 0128). */
  readonly reach: number;
  #isOfAsciiLines: boolean | undefined;

  constructor(plans: readonly PatternPlan[]) {
    this.#plans = plans.filter(({ search }) => search !== null);
    const longest = Math.max(0, ...this.#plans.map(({ search }) => search?.maxBytes ?? 0));
    this.longestMatch = longest > MAX_MATCH_BYTES ? Infinity : longest;
    this.reach = longest > MAX_MATCH_BYTES || longest === 0 ? 0 : 2 * longest + CONTEXT_BYTES;
  }

  /** Every match is ASCII within one line: what is decoded of two stretches, between which there is a line end, has none in both. */
  get isOfAsciiLines(): boolean {
    return (this.#isOfAsciiLines ??= this.#plans.every(isOfAsciiLine));
  }

  /**
   * Where expressions match in some parts of a document: each true match overlaps one of these, and there may be others at the ends of parts.
   * undefined where there are too many, where one was too expensive, and where a guest is out of steps.
   * @throws Stopped
   */
  matchesIn(
    bytes: Uint8Array,
    parts: readonly Span[],
    limits: StepLimits,
    { only, isStopped }: ExamineOptions,
    guests: GuestSteps | undefined,
  ): readonly Span[] | undefined {
    const budget = new StepBudget(limits.document);
    const found: Span[] = [];
    for (const { patternId, owner, search } of this.#plans) {
      if (search === null || (only !== undefined && !only.has(patternId))) continue;
      if (isStopped?.() === true) throw new Stopped();
      if (guests !== undefined && !guests.allows(owner)) return undefined;
      const allowed = Math.min(limits.expression, budget.steps);
      const own = new StepBudget(allowed);
      for (const { start, end } of parts) {
        const { spans, decided } = searchExpression(search, bytes.subarray(start, end), null, MAX_MATCHES, own);
        for (const span of spans) found.push({ start: start + span.start, end: start + span.end });
        if (!decided || found.length >= MAX_MATCHES) return undefined;
      }
      budget.pay(allowed - own.steps);
      guests?.charge(owner, allowed - own.steps);
    }
    return found;
  }
}
