/** Heads shorter than this would be hit by chance too often; longer ones cost a table row for each further symbol. */
const MIN_HEAD_SYMBOLS = 10;

function commonPrefix(left: string, right: string): number {
  const limit = Math.min(left.length, right.length);
  let at = 0;
  while (at < limit && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  return at;
}

/** One literal as it goes into the table: `head` symbols by the automaton, what follows is compared at the hit. */
export interface LiteralHead {
  readonly literal: number;
  readonly symbols: string;
  readonly head: number;
}

/**
 * Sorts distinct symbol strings and computes how much of each the automaton must hold: up to the symbol that distinguishes it
 * from its neighbours. The rest of a literal is a chain without branches; comparing it at the hit gives the same answer,
 * costs at most the literal's length there, and makes the table of many long words several times smaller.
 */
export function literalHeads(literals: readonly string[]): readonly LiteralHead[] {
  const sorted = literals.map((symbols, literal) => ({ literal, symbols }));
  sorted.sort((left, right) => (left.symbols < right.symbols ? -1 : left.symbols > right.symbols ? 1 : 0));
  let before = 0;
  return sorted.map(({ literal, symbols }, at) => {
    const next = sorted[at + 1];
    const after = next === undefined ? 0 : commonPrefix(symbols, next.symbols);
    const needed = Math.max(before, after) + 1;
    before = after;
    return { literal, symbols, head: Math.min(symbols.length, Math.max(needed, MIN_HEAD_SYMBOLS)) };
  });
}
