import { type Automaton, buildAutomaton } from '../automaton/automaton.ts';
import { literalStands, type OnHead, type OnLiteral, scan, scanHeads } from '../automaton/scan.ts';
import { bytesToRead, type ExpressionSearch } from '../expressions/search.ts';
import { Budgets, StepBudget, type StepLimits, stepLimits } from '../expressions/step-budget.ts';
import { hasWantedFileName } from '../patterns/file-names.ts';
import type { OwnedPattern } from '../patterns/owned-pattern.ts';
import { withDecoded } from '../encoded/encoded-stretches.ts';
import { readingsOf } from '../text/readings.ts';
import type { ReadSpan, TextView } from '../text/views.ts';
import { MAX_SPANS, chooseSpans } from './choose-spans.ts';
import { DocumentText, type Reading } from './document-text.ts';
import { standsAsDomain } from './domain-boundary.ts';
import { type Examined, type ExamineOptions, type MatchedDocument, type PatternMatch, Stopped } from './examined.ts';
import { ExpressionRuns, type Found } from './expression-runs.ts';
import { GuestSteps } from './guest-steps.ts';
import { TermHits } from './hits.ts';
import { type PatternPlan, type RefusedPattern, planPattern } from './plans.ts';
import { TermRegistry } from './terms.ts';
import { isOfAsciiLine, UnledExpressions } from './unled-expressions.ts';

/** A compiled set as it is sent to another thread: the table is shared memory, which is not copied. */
export interface SharedPatterns {
  readonly patterns: readonly OwnedPattern[];
  readonly automaton: Automaton;
}

const NOTHING_FOUND: Found = { spans: [], decided: true };
const WHOLE_FILE: readonly ReadSpan[] = [{ start: 0, end: 0 }];

/** An immutable set of patterns, made by `compilePatterns` or `attachPatterns`. Its table may be used for any number of documents. */
export class CompiledPatterns {
  /** Size of the table and what belongs to it, in bytes; expressions' own programs are not counted. */
  readonly memoryBytes: number;
  readonly literalCount: number;
  readonly patternCount: number;
  /** Patterns for which nothing will ever be found. */
  readonly refused: readonly RefusedPattern[];
  /** For `attachPatterns` in another thread; post it as it is. */
  readonly shared: SharedPatterns;
  private readonly plans: readonly PatternPlan[];
  readonly automaton: Automaton;
  private readonly hits: TermHits;
  private readonly lengths: readonly number[];
  private readonly plainTerms: Int32Array;
  private readonly domainTerms: Int32Array;
  /** By term: plans that become candidates when it is found. */
  private readonly waiting = new Map<number, number[]>();
  /** Plans that no term leads to: expressions without a literal, file names alone. */
  private readonly always: number[] = [];
  readonly unled: UnledExpressions;
  #joinsLines: boolean | undefined;

  constructor(patterns: readonly OwnedPattern[], compiled?: Automaton) {
    const registry = new TermRegistry();
    const searches = new Map<string, ExpressionSearch | string>();
    const planned = patterns.map((pattern) => planPattern(pattern, registry, searches));
    this.refused = planned.filter((plan) => 'reason' in plan);
    this.plans = planned.filter((plan) => 'terms' in plan);
    this.automaton = compiled ?? buildAutomaton(registry.symbols());
    this.shared = { patterns, automaton: this.automaton };
    this.hits = new TermHits(registry.keptPlaces());
    this.lengths = registry.lengths();
    this.plainTerms = registry.plainTerms();
    this.domainTerms = registry.domainTerms();
    for (const [at, { terms, anyOf }] of this.plans.entries()) this.wait(at, terms[0] === undefined ? anyOf : terms.slice(0, 1));
    this.unled = new UnledExpressions(this.always.flatMap((at) => this.plans[at] ?? []));
    this.memoryBytes = this.automaton.memoryBytes + 4 * (4 * this.lengths.length + 2 * this.plainTerms.length);
    this.literalCount = this.plainTerms.length;
    this.patternCount = this.plans.length;
  }

  /** Some expression may match what is decoded of several stretches together. */
  get joinsLines(): boolean {
    return (this.#joinsLines ??= this.plans.some((plan) => plan.search !== null && !isOfAsciiLine(plan)));
  }

  /** As `examine`, without the expressions that were too expensive. */
  match(document: MatchedDocument, only?: ReadonlySet<string>): readonly PatternMatch[] {
    return this.examine(document, { only }).matches;
  }

  /**
   * Every pattern that the document matches, in the order in which the patterns were given; the same for the same document and
   * patterns on every machine, and for the patterns of one owner whatever those of others are, unless it is a guest that was left out. Words
   * are complete for any document; expressions within the limits. Synchronous.
   */
  examine(document: MatchedDocument, { only, limits, guests: guestLimit, isStopped }: ExamineOptions = {}): Examined {
    const text = new DocumentText(withDecoded(readingsOf(document.bytes), document.bytes));
    this.hits.begin();
    for (const reading of text.readings) scan(this.automaton, reading.view.utf8, this.termsOf(reading));
    const { expression, document: whole } = limits ?? stepLimits(text.length);
    const budgets = new Budgets(whole);
    const runs = new ExpressionRuns(text, expression);
    const guests = guestLimit && new GuestSteps(guestLimit);
    const found: { readonly at: number; readonly spans: readonly ReadSpan[] }[] = [];
    const unchecked: number[] = [];
    for (const at of this.candidates(text.length)) {
      const plan = this.plans[at];
      if (plan === undefined || (only !== undefined && !only.has(plan.patternId))) continue;
      if (!hasWantedFileName(plan.fileNames, document.fileNames ?? [])) continue;
      if (plan.search !== null && isStopped?.() === true) throw new Stopped();
      if (guests !== undefined && this.isRun(plan) && !guests.allows(plan.owner)) continue;
      const before = runs.spent;
      const { spans, decided } = this.spansOf(plan, text, budgets.of(plan.owner), runs);
      guests?.charge(plan.owner, runs.spent - before);
      if (spans.length > 0) found.push({ at, spans });
      if (!decided) unchecked.push(at);
    }
    return {
      matches: found
        .sort((left, right) => left.at - right.at)
        .map(({ at, spans }) => ({ patternId: this.plans[at]?.patternId ?? '', spans })),
      unchecked: unchecked.sort((left, right) => left - right).map((at) => this.plans[at]?.patternId ?? ''),
      ...(guests && { guests: { spent: guests.spent, leftOut: guests.leftOut } }),
    };
  }

  /**
   * Whether `examine` finds something in a document whatever its file name is: a match, or an expression that was too expensive. A
   * pattern that asks for a file name and nothing else counts as nothing.
   * @param views every reading of the document (text/readings.ts), and of what is encoded in it
   * @param eachHead reports the heads of literals in the first one, those of one literal in order; none is missing
   * @param guests when they are out of steps, the document counts as one that is of concern
   * @param runsUnled false where it is known that no expression without a literal matches
   */
  concerns(
    views: readonly TextView[],
    eachHead: (onHead: OnHead) => void,
    limits: StepLimits,
    { only, isStopped }: ExamineOptions,
    guests?: GuestSteps,
    runsUnled = true,
  ): boolean {
    const { automaton } = this;
    const text = new DocumentText(views);
    this.hits.begin();
    for (const [at, reading] of text.readings.entries()) {
      const { utf8 } = reading.view;
      const onLiteral = this.termsOf(reading);
      const onHead: OnHead = (literal, start) => {
        if (literalStands(automaton, literal, utf8, start)) onLiteral(literal, start, start + (automaton.bytes[literal] ?? 0));
      };
      if (at === 0) eachHead(onHead);
      else scanHeads(automaton, utf8, onHead);
    }
    const budget = new StepBudget(limits.document);
    const runs = new ExpressionRuns(text, limits.expression);
    for (const at of this.candidates(text.length, runsUnled)) {
      const plan = this.plans[at];
      if (plan === undefined || (only !== undefined && !only.has(plan.patternId))) continue;
      if (plan.search === null && plan.terms.length === 0) continue;
      if (plan.search !== null && isStopped?.() === true) throw new Stopped();
      if (guests !== undefined && this.isRun(plan) && !guests.allows(plan.owner)) return true;
      const before = runs.spent;
      const { spans, decided } = this.spansOf(plan, text, budget, runs);
      guests?.charge(plan.owner, runs.spent - before);
      if (spans.length > 0 || !decided) return true;
    }
    return false;
  }

  private wait(plan: number, terms: readonly number[]): void {
    if (terms.length === 0) this.always.push(plan);
    for (const term of terms) {
      const plans = this.waiting.get(term);
      if (plans === undefined) this.waiting.set(term, [plan]);
      else plans.push(plan);
    }
  }

  /** Takes the literals in one reading of the document that was begun. */
  private termsOf({ view, base }: Reading): OnLiteral {
    const { hits, plainTerms, domainTerms } = this;
    const text = view.utf8;
    return (literal, start, end) => {
      const plain = plainTerms[literal] ?? -1;
      if (plain !== -1) hits.add(plain, base + start);
      const domain = domainTerms[literal] ?? -1;
      if (domain !== -1 && standsAsDomain(text, start, end)) hits.add(domain, base + start);
    };
  }

  /**
   * Numbers of the plans that may match: words first, then expressions from the cheapest, so that an expensive one uses up the
   * budget of its owner for none but those that cost more.
   */
  private candidates(length: number, runsUnled = true): number[] {
    const found = new Set(this.hits.found().flatMap((term) => this.waiting.get(term) ?? []));
    const costs = [...(runsUnled ? this.always : []), ...found].map((at) => ({ at, cost: this.costOf(this.plans[at], length) }));
    return costs.sort((left, right) => left.cost - right.cost || left.at - right.at).map(({ at }) => at);
  }

  private costOf(plan: PatternPlan | undefined, length: number): number {
    if (plan?.search == null || !this.hasTerms(plan)) return 0;
    return plan.search.programSize * bytesToRead(plan.search, length, this.anchorsOf(plan));
  }

  private isRun(plan: PatternPlan): boolean {
    return plan.search !== null && this.hasTerms(plan);
  }

  private hasTerms(plan: PatternPlan): boolean {
    const { terms, anyOf } = plan;
    return terms.every((term) => this.hits.has(term)) && (anyOf.length === 0 || anyOf.some((term) => this.hits.has(term)));
  }

  private spansOf(plan: PatternPlan, text: DocumentText, budget: StepBudget, runs: ExpressionRuns): Found {
    if (!this.hasTerms(plan)) return NOTHING_FOUND;
    if (plan.search !== null) return runs.run(plan.search, this.anchorsOf(plan), budget);
    return plan.terms.length === 0 ? { spans: WHOLE_FILE, decided: true } : { spans: this.termSpans(plan.terms, text), decided: true };
  }

  private termSpans(terms: readonly number[], text: DocumentText): readonly ReadSpan[] {
    return chooseSpans(
      terms.map((term) => {
        const length = this.lengths[term] ?? 0;
        return text.originals(
          this.hits
            .placesOf(term)
            .slice(0, MAX_SPANS)
            .map((start) => ({ start, end: start + length })),
        );
      }),
    );
  }

  /** Places of the expression's first literal, or of its options; null where the whole text must be read. */
  private anchorsOf({ terms: [first], anyOf }: PatternPlan): readonly number[] | null {
    const anchors = first === undefined ? anyOf : [first];
    if (anchors.length === 0 || anchors.some((term) => this.hits.isCut(term))) return null;
    return this.hits.placesOfAny(anchors);
  }
}

/**
 * Compiles patterns of any number of tasks into one table, so that a document is read once for all of them. A pattern
 * that cannot be matched is listed in `refused`; the others are compiled all the same.
 * @throws RangeError when the table would be too large (over 2^31 entries, far beyond a million words)
 */
export function compilePatterns(patterns: readonly OwnedPattern[]): CompiledPatterns {
  return new CompiledPatterns(patterns);
}

/** The same patterns in another thread, over the same table, at a small part of the cost of compiling. */
export function attachPatterns({ patterns, automaton }: SharedPatterns): CompiledPatterns {
  return new CompiledPatterns(patterns, automaton);
}
