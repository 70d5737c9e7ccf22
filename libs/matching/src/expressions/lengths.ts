import type { ExpressionNode } from './syntax.ts';

/** Fewest characters and most bytes (UTF-8, Infinity for an open end) that a match takes. */
export interface MatchLengths {
  readonly minCharacters: number;
  readonly maxBytes: number;
}

const EMPTY: MatchLengths = { minCharacters: 0, maxBytes: 0 };

/** 0 times an open end is nothing at all. */
function times(length: number, count: number): number {
  return length === 0 || count === 0 ? 0 : length * count;
}

/** How long the matches of an expression can be; `maxBytes` may be too high, never too low. */
export function matchLengths(node: ExpressionNode): MatchLengths {
  switch (node.type) {
    case 'nothing':
      return EMPTY;
    case 'character':
      return { minCharacters: 1, maxBytes: node.ignoreCase ? 4 : Buffer.byteLength(node.text) };
    case 'set':
      return { minCharacters: 1, maxBytes: node.maxBytes };
    case 'sequence':
      return node.parts.map(matchLengths).reduce(
        (sum, part) => ({
          minCharacters: sum.minCharacters + part.minCharacters,
          maxBytes: sum.maxBytes + part.maxBytes,
        }),
        EMPTY,
      );
    case 'choice': {
      const lengths = node.options.map(matchLengths);
      return {
        minCharacters: Math.min(...lengths.map((length) => length.minCharacters)),
        maxBytes: Math.max(...lengths.map((length) => length.maxBytes)),
      };
    }
    case 'repeat': {
      const part = matchLengths(node.part);
      return { minCharacters: times(part.minCharacters, node.min), maxBytes: times(part.maxBytes, node.max) };
    }
  }
}
