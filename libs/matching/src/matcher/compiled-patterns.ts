import type { Pattern } from '@leakwatch/vocabulary';
import { type Automaton, buildAutomaton } from '../automaton/automaton.ts';
import { type OnLiteral, scan } from '../automaton/scan.ts';
import { searchExpression } from '../expressions/search.ts';
import { hasWantedFileName } from '../patterns/file-names.ts';
import { type Span, type TextView, viewText } from '../text/text-view.ts';
import { MAX_SPANS, chooseSpans } from './choose-spans.ts';
import { standsAsDomain } from './domain-boundary.ts';
import { TermHits } from './hits.ts';
import { type PatternPlan, type RefusedPattern, planPattern } from './plans.ts';
import { TermRegistry } from './terms.ts';

/** A document to be matched: its original bytes, and the paths or names under which it was found. */
export interface MatchedDocument {
  readonly bytes: Uint8Array;
  readonly fileNames?: readonly string[];
}

/**
 * A pattern that the document matches. Spans are byte offsets into the original bytes, in order, at most MAX_SPANS, with
 * every word of the pattern among them; a match by file name alone has one empty span at 0.
 */
export interface PatternMatch {
  readonly patternId: string;
  readonly spans: readonly Span[];
}

/** A compiled set as it is sent to another thread: the table is shared memory, which is not copied. */
export interface SharedPatterns {
  readonly patterns: readonly Pattern[];
  readonly automaton: Automaton;
}

const WHOLE_FILE: readonly Span[] = [{ start: 0, end: 0 }];

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
  private readonly automaton: Automaton;
  private readonly hits: TermHits;
  private readonly lengths: readonly number[];
  private readonly plainTerms: Int32Array;
  private readonly domainTerms: Int32Array;
  /** By term: plans that become candidates when it is found. */
  private readonly waiting = new Map<number, number[]>();
  /** Plans that no term leads to: expressions without a literal, file names alone. */
  private readonly always: number[] = [];

  constructor(patterns: readonly Pattern[], compiled?: Automaton) {
    const registry = new TermRegistry();
    const planned = patterns.map((pattern) => planPattern(pattern, registry));
    this.refused = planned.filter((plan) => 'reason' in plan);
    this.plans = planned.filter((plan) => 'terms' in plan);
    this.automaton = compiled ?? buildAutomaton(registry.symbols());
    this.shared = { patterns, automaton: this.automaton };
    this.hits = new TermHits(registry.keptPlaces());
    this.lengths = registry.lengths();
    this.plainTerms = registry.plainTerms();
    this.domainTerms = registry.domainTerms();
    for (const [at, { terms }] of this.plans.entries()) this.wait(at, terms[0]);
    this.memoryBytes = this.automaton.memoryBytes + 4 * (4 * this.lengths.length + 2 * this.plainTerms.length);
    this.literalCount = this.plainTerms.length;
    this.patternCount = this.plans.length;
  }

  /**
   * Every pattern that the document matches, in the order in which the patterns were given. Complete for any document;
   * synchronous, in time linear in the document.
   * @param only ids of the patterns that the document meets; all when left out
   */
  match(document: MatchedDocument, only?: ReadonlySet<string>): readonly PatternMatch[] {
    const view = viewText(document.bytes);
    this.findTerms(view.utf8);
    const matches: PatternMatch[] = [];
    for (const plan of this.candidates()) {
      if (only !== undefined && !only.has(plan.patternId)) continue;
      if (!hasWantedFileName(plan.fileNames, document.fileNames ?? [])) continue;
      const spans = this.spansOf(plan, view);
      if (spans.length > 0) matches.push({ patternId: plan.patternId, spans });
    }
    return matches;
  }

  private wait(plan: number, term: number | undefined): void {
    if (term === undefined) this.always.push(plan);
    else {
      const plans = this.waiting.get(term);
      if (plans === undefined) this.waiting.set(term, [plan]);
      else plans.push(plan);
    }
  }

  private findTerms(text: Uint8Array): void {
    const { hits, plainTerms, domainTerms } = this;
    hits.begin();
    const onLiteral: OnLiteral = (literal, start, end) => {
      const plain = plainTerms[literal] ?? -1;
      if (plain !== -1) hits.add(plain, start);
      const domain = domainTerms[literal] ?? -1;
      if (domain !== -1 && standsAsDomain(text, start, end)) hits.add(domain, start);
    };
    scan(this.automaton, text, onLiteral);
  }

  private candidates(): PatternPlan[] {
    const found = this.hits.found().flatMap((term) => this.waiting.get(term) ?? []);
    const numbers = [...this.always, ...found].sort((left, right) => left - right);
    return numbers.map((at) => this.plans[at]).filter((plan) => plan !== undefined);
  }

  private spansOf(plan: PatternPlan, view: TextView): readonly Span[] {
    if (!plan.terms.every((term) => this.hits.has(term))) return [];
    const spans = plan.search === null ? this.termSpans(plan.terms) : this.expressionSpans(plan, view.utf8);
    if (plan.search === null && plan.terms.length === 0) return WHOLE_FILE;
    return spans.map(({ start, end }) => ({ start: view.toOriginal(start), end: view.toOriginal(end) }));
  }

  private termSpans(terms: readonly number[]): readonly Span[] {
    return chooseSpans(
      terms.map((term) => {
        const length = this.lengths[term] ?? 0;
        const starts = this.hits.placesOf(term).slice(0, MAX_SPANS);
        return starts.map((start) => ({ start, end: start + length }));
      }),
    );
  }

  private expressionSpans(plan: PatternPlan, text: Uint8Array): readonly Span[] {
    const [anchor] = plan.terms;
    if (plan.search === null) return [];
    const anchors = anchor === undefined || this.hits.isCut(anchor) ? null : this.hits.placesOf(anchor);
    return searchExpression(plan.search, text, anchors, MAX_SPANS);
  }
}

/**
 * Compiles patterns of any number of tasks into one table, so that a document is read once for all of them. A pattern
 * that cannot be matched is listed in `refused`; the others are compiled all the same.
 * @throws RangeError when the table would be too large (over 2^31 entries, far beyond a million words)
 */
export function compilePatterns(patterns: readonly Pattern[]): CompiledPatterns {
  return new CompiledPatterns(patterns);
}

/** The same patterns in another thread, over the same table, at a small part of the cost of compiling. */
export function attachPatterns({ patterns, automaton }: SharedPatterns): CompiledPatterns {
  return new CompiledPatterns(patterns, automaton);
}
