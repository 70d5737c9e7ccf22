import type { Severity } from '@leakwatch/vocabulary';
import { type Automaton, buildAutomaton } from '../automaton/automaton.ts';
import { scan } from '../automaton/scan.ts';
import { type ExpressionSearch, prepareExpression, searchExpression } from '../expressions/search.ts';
import { StepBudget } from '../expressions/step-budget.ts';
import { TermHits } from '../matcher/hits.ts';
import { TermRegistry } from '../matcher/terms.ts';
import { inBytes, inCodeUnits } from '../text/code-units.ts';
import type { Span } from '../text/spans.ts';
import type { Verdict } from './checks/checks.ts';
import { NEAR_BYTES } from './detector.ts';
import { isNear, standsAsWord } from './near.ts';
import { type Candidate, withoutEscapeCharacters, withoutOverlaps } from './overlaps.ts';
import type { Rule } from './rule.ts';

/** Bytes of a text that are read. Excerpts are at most 8 KiB; what is longer is cut. */
export const DETECTED_BYTES_MAX = 64 * 1024;
/** Matches of one rule in a text that are looked at: a list of numbers is a list with so many too. */
export const MATCHES_OF_RULE_MAX = 50;
/** Matches of a text that are returned, the first ones. */
export const FOUND_MAX = 100;
/** Steps (expressions/step-budget.ts) of one rule: 500 instructions over 4 KB, about 30 ms at the worst. */
const RULE_STEPS = 2 ** 21;
/** Steps of all rules on one text, about a quarter of a second at the worst; usual texts take a thousandth of it. */
const TEXT_STEPS = 2 ** 24;

/** A value that a rule found. Positions are UTF-16 code units. */
export interface Found extends Span {
  readonly detector: string;
  readonly severity: Severity;
  /** What is shown instead of the value. */
  readonly masked: string;
  readonly check: Verdict;
}

export interface Detected {
  /** In the order of the text. */
  readonly found: readonly Found[];
  /** False when a rule was too expensive for this text and was left out. */
  readonly complete: boolean;
  /** True when there may be more values than were looked at. */
  readonly limited: boolean;
}

interface Plan {
  readonly rule: Rule;
  readonly search: ExpressionSearch;
  /** The terms of which one must be found; null: the rule reads every text. */
  readonly terms: readonly number[] | null;
}

interface Word extends Span {
  readonly word: string;
}

/** Texts of which one leads to every match; null: none is known. */
function wordsOf({ literals: [longest], options }: ExpressionSearch): readonly string[] | null {
  if (longest !== undefined) return [longest];
  return options.length > 0 ? options : null;
}

/** Rules compiled into one table of marks and words. Immutable; not for two texts at a time, which synchronous code cannot do. */
export class DetectorTable {
  private readonly plans: readonly Plan[];
  private readonly automaton: Automaton;
  private readonly hits: TermHits;
  private readonly lengths: readonly number[];
  private readonly termOf: Int32Array;
  private readonly waiting = new Map<number, number[]>();
  private readonly always: number[] = [];

  /** Rules whose expression the engine refuses are left out. */
  constructor(rules: readonly Rule[]) {
    const registry = new TermRegistry();
    this.plans = rules.flatMap((rule) => planOf(rule, registry) ?? []);
    this.automaton = buildAutomaton(registry.symbols());
    this.hits = new TermHits(registry.keptPlaces());
    this.lengths = registry.lengths();
    this.termOf = registry.plainTerms();
    for (const [at, { terms }] of this.plans.entries()) {
      if (terms === null) this.always.push(at);
      else for (const term of terms) this.waiting.set(term, [...(this.waiting.get(term) ?? []), at]);
    }
  }

  /** What the rules find in the text: the same for the same text and rules on every machine. */
  detect(text: string): Detected {
    const whole = Buffer.from(text);
    const bytes = whole.length > DETECTED_BYTES_MAX ? whole.subarray(0, DETECTED_BYTES_MAX) : whole;
    this.findTerms(bytes);
    const budget = new StepBudget(TEXT_STEPS);
    const candidates: Candidate[] = [];
    let complete = true;
    let limited = bytes.length < whole.length;
    const apartFromEscapes = withoutEscapes(bytes);
    for (const at of this.candidatePlans()) {
      const plan = this.plans[at];
      if (plan === undefined) continue;
      // An expression of staff is run on the text as it is.
      const isPlain = plan.rule.rank === 'own' || plan.rule.find !== undefined;
      const texts = apartFromEscapes === null || isPlain ? [bytes] : [bytes, apartFromEscapes];
      for (const searched of texts) {
        const { decided, looked } = this.collect(plan, at, searched, budget, candidates);
        if (!decided) complete = false;
        if (looked === MATCHES_OF_RULE_MAX) limited = true;
      }
    }
    const apart = withoutOverlaps(
      apartFromEscapes === null ? candidates : withoutEscapeCharacters(candidates, (at) => bytes[at] !== apartFromEscapes[at]),
    );
    return { found: toFound(bytes, text, apart.slice(0, FOUND_MAX)), complete, limited: limited || apart.length > FOUND_MAX };
  }

  private findTerms(bytes: Uint8Array): void {
    this.hits.begin();
    scan(this.automaton, bytes, (literal, start) => this.hits.add(this.termOf[literal] ?? 0, start));
  }

  private candidatePlans(): readonly number[] {
    const plans = new Set(this.always);
    for (const term of this.hits.found()) for (const at of this.waiting.get(term) ?? []) plans.add(at);
    return [...plans].sort((left, right) => left - right);
  }

  /** Whether the rule could be run, and how many of its matches were looked at. */
  private collect(plan: Plan, order: number, bytes: Buffer, budget: StepBudget, into: Candidate[]) {
    const { rule, search, terms } = plan;
    if (rule.find !== undefined) return this.collectFound(plan, rule.find, order, bytes, into);
    const anchors = this.placesOf(terms);
    const allowed = Math.min(RULE_STEPS, budget.steps);
    const own = new StepBudget(allowed);
    const { spans, decided } = searchExpression(search, bytes, anchors, MATCHES_OF_RULE_MAX, own);
    budget.pay(allowed - own.steps);
    const words = rule.near === undefined ? null : this.wordsOf(rule.near, terms ?? [], bytes);
    for (const span of spans) {
      if (words !== null && !isNear(span, words)) continue;
      const value = bytes.toString('utf8', span.start, span.end);
      const check = rule.judge(value);
      if (check !== null) into.push({ ...span, order, rule, value, check });
    }
    return { decided, looked: spans.length };
  }

  private collectFound({ rule, terms }: Plan, find: NonNullable<Rule['find']>, order: number, bytes: Buffer, into: Candidate[]) {
    const text = bytes.toString();
    const isAscii = text.length === bytes.length;
    const starts = () => {
      const places = this.placesOf(terms);
      return isAscii
        ? places
        : places &&
            inCodeUnits(
              bytes,
              places.map((start) => ({ start, end: start })),
            ).map(({ start }) => start);
    };
    const spans = find(text, starts).slice(0, MATCHES_OF_RULE_MAX);
    for (const [at, span] of (isAscii ? spans : inBytes(text, spans)).entries()) {
      const value = text.slice(spans[at]?.start, spans[at]?.end);
      const check = rule.judge(value);
      if (check !== null) into.push({ start: span.start, end: span.end, order, rule, value, check });
    }
    return { decided: true, looked: spans.length };
  }

  /** Bytes at which the terms begin; null: anywhere, or at too many places. */
  private placesOf(terms: readonly number[] | null): readonly number[] | null {
    return terms === null || terms.some((term) => this.hits.isCut(term)) ? null : this.hits.placesOfAny(terms);
  }

  private wordsOf(near: readonly string[], terms: readonly number[], bytes: Uint8Array): readonly Span[] {
    return terms
      .flatMap((term, at): Word[] =>
        this.hits.placesOf(term).map((start) => ({ word: near[at] ?? '', start, end: start + (this.lengths[term] ?? 0) })),
      )
      .filter((place) => standsAsWord(place.word, bytes, place));
  }
}

/** Codes of signs and white space in ASCII. */
const SIGN = '(?:[02][0-9A-Fa-f]|3[A-Fa-f]|5[B-Eb-e]|60|7[B-Eb-e])';
/**
 * An escape before a letter of any script or a character of a token: `\n`, `\r` and `\t`, as JSON and strings of programs write a line end or a
 * tab, signs as addresses, JSON and programs write them (`%3D`, `\u003d`, `\x3d`), and colours of terminals (`ESC[31m`).
 */
const ESCAPE = new RegExp(String.raw`(?:\\(?:[nrt]|(?:u00|x)${SIGN})|%${SIGN}|\x1b\[m|\[\d[\d;]{0,20}m)(?=[A-Za-z0-9_\x80-\xff-])`, 'g');

const MAY_HOLD_ESCAPES = ['\\', '%', '['];

/** The text with the last character of each such escape replaced, so that a token behind it stands by itself; null where there is none. As long as the text. */
function withoutEscapes(bytes: Buffer): Buffer | null {
  if (!MAY_HOLD_ESCAPES.some((sign) => bytes.includes(sign))) return null;
  let replaced: Buffer | null = null;
  for (const { index, 0: escape } of bytes.toString('latin1').matchAll(ESCAPE)) {
    replaced ??= Buffer.from(bytes);
    // What a value goes on with may be a backslash, where it would end at white space.
    replaced.write('\\', index + escape.length - 1);
  }
  return replaced;
}

function planOf(rule: Rule, registry: TermRegistry): Plan | null {
  const search = prepareExpression(rule.expression);
  if (typeof search === 'string') return null;
  const words = rule.near ?? rule.marks ?? wordsOf(search);
  const terms = words?.map((word) => registry.addAnchor(word)) ?? null;
  if (rule.near === undefined) return { rule, search, terms };
  // A match lies within reach of a word, not around it.
  const longest = Math.max(...rule.near.map((word) => Buffer.byteLength(word)));
  return { rule, terms, search: { ...search, maxBytes: search.maxBytes + NEAR_BYTES + longest } };
}

function toFound(bytes: Buffer, text: string, candidates: readonly Candidate[]): readonly Found[] {
  const spans = bytes.length === text.length ? candidates : inCodeUnits(bytes, candidates);
  return candidates.map(({ rule, value, check, ...span }, at) => ({
    detector: rule.id,
    severity: check === 'wrong' ? 'low' : rule.severity,
    start: spans[at]?.start ?? span.start,
    end: spans[at]?.end ?? span.end,
    masked: rule.mask(value),
    check,
  }));
}
