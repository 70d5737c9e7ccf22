import type { RE2JS } from 're2js';
import type { Span } from '../text/spans.ts';
import { compileEngine } from './check.ts';
import { type FirstBytes, firstBytesOf, partsWithMatches } from './first-bytes.ts';
import { matchLengths } from './lengths.ts';
import { parseExpression } from './parse.ts';
import { hasFewStates, islandsOf, type PositionScan, preparePositions } from './position-scan.ts';
import { positionsOf } from './positions.ts';
import { literalOptionsOf } from './literal-options.ts';
import { requiredLiteralsOf } from './required-literals.ts';
import type { ExpressionNode } from './syntax.ts';
import type { StepBudget } from './step-budget.ts';

/** With longer windows than this, reading the whole document costs no more. */
const MAX_WINDOW_BYTES = 4096;

/** One more character on each side of a window, so that `\b`, `^` and `$` see the real neighbours. */
export const CONTEXT_BYTES = 4;

/** An automaton of so many states is built in milliseconds and stays; the engine makes them as texts lead to them. */
const FEW_STATES = 500;

/** With a longer text the engine's automaton is asked first, which answers faster than a place is found. */
const LONG_BYTES = 4096;

/** An expression made ready to be searched for. */
export interface ExpressionSearch {
  readonly engine: RE2JS;
  readonly programSize: number;
  /** Narrows a text down to the places where a match may begin, of which most bytes are not read; null where it cannot. */
  readonly firstBytes: () => FirstBytes | null;
  /** Narrows a text down to the parts that may hold a match, in the same time for every text; null where it cannot. */
  readonly places: () => PositionScan | null;
  /** Whether the engine's automaton stays small, so that it is asked before the places are. Counting its states takes up to 30 ms. */
  readonly hasAutomaton: () => boolean;
  /** The document must contain each of them, letter case ignored; the first is the longest. */
  readonly literals: readonly string[];
  /** Where there are no `literals`: the document must contain one of these, letter case ignored; empty when nothing is known. */
  readonly options: readonly string[];
  /** Infinity when the expression must see the whole document. */
  readonly maxBytes: number;
}

/** Most expressions of a large set never meet their literal, so what takes time and memory is made when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

type Narrowing = Pick<ExpressionSearch, 'firstBytes' | 'places' | 'hasAutomaton'>;

const NO_NARROWING: Narrowing = { firstBytes: () => null, places: () => null, hasAutomaton: () => false };

function narrowingOf(node: ExpressionNode): Narrowing {
  const made = once(() => {
    const positions = positionsOf(node);
    return { first: positions && firstBytesOf(positions), places: positions && preparePositions(positions) };
  });
  const hasAutomaton = once(() => {
    const { places } = made();
    return places !== null && hasFewStates(places, FEW_STATES);
  });
  return { firstBytes: () => made().first, places: () => made().places, hasAutomaton };
}

/** Makes an expression ready; the engine's message instead when it cannot be run. */
export function prepareExpression(expression: string): ExpressionSearch | string {
  const engine = compileEngine(expression);
  if (typeof engine === 'string') return engine;
  const programSize = engine.programSize();
  const parsed = parseExpression(expression);
  if (!parsed.ok) return { engine, programSize, ...NO_NARROWING, literals: [], options: [], maxBytes: Infinity };
  const literals = requiredLiteralsOf(parsed.node).map((literal) => literal.text);
  literals.sort((left, right) => right.length - left.length);
  const options = literals.length > 0 ? [] : literalOptionsOf(parsed.node);
  const { maxBytes } = matchLengths(parsed.node);
  const narrowing = narrowingOf(parsed.node);
  return { engine, programSize, ...narrowing, literals, options, maxBytes: maxBytes > MAX_WINDOW_BYTES ? Infinity : maxBytes };
}

/**
 * What a search found. `decided` is false when the budget ended before it was certain whether there is a match; when it ends after
 * one was found, only further places are missing.
 */
export interface SearchResult {
  readonly spans: readonly Span[];
  readonly decided: boolean;
}

/** Collects the spans of one search; `addFrom…` return false when the budget ended. */
class Finder {
  readonly spans: Span[] = [];
  private readonly search: ExpressionSearch;
  private readonly limit: number;
  private readonly budget: StepBudget;

  constructor(search: ExpressionSearch, limit: number, budget: StepBudget) {
    this.search = search;
    this.limit = limit;
    this.budget = budget;
  }

  get isFull(): boolean {
    return this.spans.length >= this.limit;
  }

  /** Searches one stretch of the document, which begins at `offset`. */
  addFromStretch(text: Uint8Array, offset: number): boolean {
    const first = this.search.firstBytes();
    if (first === null) return this.addFromText(text, offset);
    if (!this.budget.pay(text.length)) return false;
    for (const { start, end } of partsWithMatches(first, text, this.search.maxBytes, CONTEXT_BYTES)) {
      if (!this.addFromText(text.subarray(start, end), offset + start)) return false;
      if (this.isFull) break;
    }
    return true;
  }

  private addFromText(text: Uint8Array, offset: number): boolean {
    const { engine, hasAutomaton } = this.search;
    if (text.length > LONG_BYTES && hasAutomaton()) {
      if (!this.budget.pay(text.length)) return false;
      if (!engine.test(text)) return true;
    }
    const places = this.search.places();
    if (places === null) return this.addFromPart(text, { start: 0, end: text.length }, offset);
    if (!this.budget.pay(text.length * places.words)) return false;
    for (const island of islandsOf(places, text)) {
      if (!this.addFromPart(text, island, offset)) return false;
      if (this.isFull) break;
    }
    return true;
  }

  /** Searches a part that no match leaves. */
  private addFromPart(text: Uint8Array, { start, end }: Span, offset: number): boolean {
    const { engine, programSize, hasAutomaton } = this.search;
    const from = Math.max(0, start - CONTEXT_BYTES);
    const part = text.subarray(from, Math.min(text.length, end + CONTEXT_BYTES));
    const isLong = part.length > LONG_BYTES && !hasAutomaton();
    if (!this.budget.pay(part.length * programSize * (isLong ? 2 : 1))) return false;
    if (isLong && !engine.test(part)) return true;
    const matcher = engine.matcher(part);
    for (let found = matcher.find(start - from); found && from + matcher.start() < end; found = matcher.find()) {
      const matchEnd = from + matcher.end();
      // Empty matches (`\b`) show nothing and are left out.
      if (matcher.end() > matcher.start()) this.spans.push({ start: offset + from + matcher.start(), end: offset + matchEnd });
      // Each further search may read to the end of the part.
      if (this.isFull) return true;
      if (!this.budget.pay((end - matchEnd) * programSize)) return false;
    }
    return true;
  }
}

/** Stretches that hold every match with an anchor in it; those that touch are one, so no match is seen twice or cut. */
function* windowsAround(anchors: readonly number[], reach: number, length: number): Generator<Span> {
  let open: { start: number; end: number } | null = null;
  for (const anchor of anchors) {
    const start = Math.max(0, anchor - reach);
    const end = Math.min(length, anchor + reach);
    if (open !== null && start <= open.end) {
      open.end = end;
      continue;
    }
    if (open !== null) yield open;
    open = { start, end };
  }
  if (open !== null) yield open;
}

/** Bytes that a search reads at most: what it costs in proportion to others is known before it begins. */
export const bytesToRead = ({ maxBytes }: ExpressionSearch, length: number, anchors: readonly number[] | null): number =>
  anchors === null || maxBytes === Infinity ? length : Math.min(length, 2 * anchors.length * (maxBytes + CONTEXT_BYTES));

/**
 * First matches of an expression, in order, at most `limit`; time linear in the text for a given expression and limit, and
 * bounded by the budget.
 * @param anchors all places of the first literal, or of every option, sorted; null to read the whole text
 */
export function searchExpression(
  search: ExpressionSearch,
  text: Uint8Array,
  anchors: readonly number[] | null,
  limit: number,
  budget: StepBudget,
): SearchResult {
  const finder = new Finder(search, limit, budget);
  const whole = anchors === null || search.maxBytes === Infinity;
  // A match begins and ends within maxBytes of the start of each literal in it.
  const stretches = whole ? [{ start: 0, end: text.length }] : windowsAround(anchors, search.maxBytes + CONTEXT_BYTES, text.length);
  for (const { start, end } of stretches) {
    if (!finder.addFromStretch(text.subarray(start, end), start)) return { spans: finder.spans, decided: finder.spans.length > 0 };
    if (finder.isFull) break;
  }
  return { spans: finder.spans, decided: true };
}
