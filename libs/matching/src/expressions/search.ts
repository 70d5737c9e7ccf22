import type { RE2JS } from 're2js';
import type { Span } from '../text/text-view.ts';
import { compileEngine } from './check.ts';
import { matchLengths } from './lengths.ts';
import { parseExpression } from './parse.ts';
import { hasFewStates, type PositionScan, preparePositions, standsIn } from './position-scan.ts';
import { positionsOf } from './positions.ts';
import { requiredLiteralsOf } from './required-literals.ts';
import type { ExpressionNode } from './syntax.ts';

/** With longer windows than this, reading the whole document costs no more. */
const MAX_WINDOW_BYTES = 4096;

/** One more character on each side of a window, so that `\b`, `^` and `$` see the real neighbours. */
const CONTEXT_BYTES = 4;

/** An automaton of so many states is built in milliseconds and stays; the engine makes them as texts lead to them. */
const FEW_STATES = 500;

/** An expression made ready to be searched for. */
export interface ExpressionSearch {
  readonly engine: RE2JS;
  /** Set where the engine's automaton could grow too large: rules out a match in the same time for every text. */
  readonly places: PositionScan | null;
  /** The document must contain each of them, letter case ignored; the first is the longest. */
  readonly literals: readonly string[];
  /** Infinity when the expression must see the whole document. */
  readonly maxBytes: number;
}

function placesOf(node: ExpressionNode): PositionScan | null {
  const positions = positionsOf(node);
  const places = positions === null ? null : preparePositions(positions);
  return places === null || hasFewStates(places, FEW_STATES) ? null : places;
}

/** Makes an expression ready; the engine's message instead when it cannot be run. */
export function prepareExpression(expression: string): ExpressionSearch | string {
  const engine = compileEngine(expression);
  if (typeof engine === 'string') return engine;
  const parsed = parseExpression(expression);
  if (!parsed.ok) return { engine, places: null, literals: [], maxBytes: Infinity };
  const literals = requiredLiteralsOf(parsed.node).map((literal) => literal.text);
  literals.sort((left, right) => right.length - left.length);
  const { maxBytes } = matchLengths(parsed.node);
  const places = placesOf(parsed.node);
  return { engine, places, literals, maxBytes: maxBytes > MAX_WINDOW_BYTES ? Infinity : maxBytes };
}

/** Matches in one stretch of text, up to `limit`. Empty ones (`\b`) show nothing and are left out. */
function findIn({ engine, places }: ExpressionSearch, text: Uint8Array, offset: number, limit: number): Span[] {
  const found: Span[] = [];
  // The engine's automaton decides whether there is a match much faster than it finds the place.
  if ((places !== null && !standsIn(places, text)) || !engine.test(text)) return found;
  const matcher = engine.matcher(text);
  while (found.length < limit && matcher.find()) {
    if (matcher.end() > matcher.start()) found.push({ start: offset + matcher.start(), end: offset + matcher.end() });
  }
  return found;
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

/**
 * First matches of an expression, in order, at most `limit`; time linear in the text for a given expression and limit.
 * @param anchors all places of the first literal, sorted; null to read the whole text
 */
export function searchExpression(
  search: ExpressionSearch,
  text: Uint8Array,
  anchors: readonly number[] | null,
  limit: number,
): readonly Span[] {
  if (anchors === null || search.maxBytes === Infinity) {
    return findIn(search, text, 0, limit);
  }
  const found: Span[] = [];
  // A match begins and ends within maxBytes of the start of each literal in it.
  for (const { start, end } of windowsAround(anchors, search.maxBytes + CONTEXT_BYTES, text.length)) {
    found.push(...findIn(search, text.subarray(start, end), start, limit - found.length));
    if (found.length >= limit) break;
  }
  return found;
}
