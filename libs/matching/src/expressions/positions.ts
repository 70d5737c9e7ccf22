import { asciiCodes, asciiRange, eitherCase } from './ascii-set.ts';
import type { ExpressionNode } from './syntax.ts';

/** Each costs a bit in every step; no expression of 128 characters that the engine takes needs more. */
export const MAX_POSITIONS = 512;

/** One place in an expression that takes one byte, and the places that may take the next. */
export interface Position {
  readonly bytes: ReadonlySet<number>;
  readonly follow: Set<number>;
}

/**
 * An expression as positions that accept bytes (Glushkov's construction). They match every text that the expression matches,
 * and more where bytes do not decide (`\b`, letter case beyond ASCII, properties).
 */
export interface Positions {
  readonly positions: readonly Position[];
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
  readonly takesNothing: boolean;
}

interface Part {
  readonly first: ReadonlySet<number>;
  readonly last: ReadonlySet<number>;
  readonly takesNothing: boolean;
}

const EMPTY: Part = { first: new Set(), last: new Set(), takesNothing: true };
const BEYOND_ASCII = new Set(Array.from({ length: 0x80 }, (_, at) => 0x80 + at));
/** Ignoring case, the Kelvin sign is a k and the long s an s. */
const FOLDED_INTO = new Set(asciiCodes(eitherCase(asciiRange(0x6b, 0x6b) | asciiRange(0x73, 0x73))));

class TooManyPositions extends Error {}

class Builder {
  readonly positions: Position[] = [];

  build(node: ExpressionNode): Part {
    switch (node.type) {
      case 'nothing':
        return EMPTY;
      case 'character':
        return this.character(node.text, node.ignoreCase);
      case 'set': {
        const ascii = this.position(new Set(asciiCodes(node.ascii)));
        return node.maxBytes === 1 ? ascii : either([ascii, this.beyondAscii()]);
      }
      case 'sequence':
        return node.parts.reduce<Part>((before, part) => this.then(before, this.build(part)), EMPTY);
      case 'choice':
        return either(node.options.map((option) => this.build(option)));
      case 'repeat':
        return this.repeat(node.part, node.min, node.max);
    }
  }

  private position(bytes: ReadonlySet<number>): Part {
    if (this.positions.length >= MAX_POSITIONS) throw new TooManyPositions();
    const at = new Set([this.positions.length]);
    this.positions.push({ bytes, follow: new Set() });
    return { first: at, last: at, takesNothing: false };
  }

  /** Any characters of several bytes, and bytes that are no text, which the engine reads as one character each. */
  private beyondAscii(): Part {
    return this.again(this.position(BEYOND_ASCII));
  }

  private character(text: string, ignoreCase: boolean): Part {
    const code = text.codePointAt(0) ?? 0;
    if (code < 0x80) {
      const bytes = new Set(ignoreCase ? asciiCodes(eitherCase(asciiRange(code, code))) : [code]);
      const ascii = this.position(bytes);
      return ignoreCase && FOLDED_INTO.has(code) ? either([ascii, this.beyondAscii()]) : ascii;
    }
    if (ignoreCase) return either([this.position(FOLDED_INTO), this.beyondAscii()]);
    // U+FFFD is what the engine reads for a broken byte, and a lone surrogate has no bytes of its own.
    if (/^[\ud800-\udfff\ufffd]$/.test(text)) return this.beyondAscii();
    return [...new TextEncoder().encode(text)].reduce<Part>((before, byte) => this.then(before, this.position(new Set([byte]))), EMPTY);
  }

  private link(from: Part, to: Part): void {
    for (const last of from.last) for (const first of to.first) this.positions[last]?.follow.add(first);
  }

  private then(before: Part, after: Part): Part {
    this.link(before, after);
    return {
      first: before.takesNothing ? union(before.first, after.first) : before.first,
      last: after.takesNothing ? union(before.last, after.last) : after.last,
      takesNothing: before.takesNothing && after.takesNothing,
    };
  }

  private again(part: Part): Part {
    this.link(part, part);
    return part;
  }

  /**
   * Copies of a part, one after the other. Optional copies come first and may be entered anywhere: only the entry has many
   * branches, and each copy leads only to the next.
   */
  private repeat(part: ExpressionNode, min: number, max: number): Part {
    const endless = max === Infinity;
    const copies = endless ? Math.max(1, min) : max;
    const optional = copies - min;
    let whole = EMPTY;
    for (let copy = 0; copy < copies; copy++) {
      const next = this.build(part);
      if (endless && copy === copies - 1) this.again(next);
      const entered = this.then(whole, next);
      whole = copy <= optional ? { ...entered, first: union(whole.first, next.first) } : entered;
    }
    return min === 0 ? { ...whole, takesNothing: true } : whole;
  }
}

const union = (left: ReadonlySet<number>, right: ReadonlySet<number>): ReadonlySet<number> => new Set([...left, ...right]);

function either(parts: readonly Part[]): Part {
  return {
    first: new Set(parts.flatMap(({ first }) => [...first])),
    last: new Set(parts.flatMap(({ last }) => [...last])),
    takesNothing: parts.some(({ takesNothing }) => takesNothing),
  };
}

/** The places of a parsed expression; null when there would be more than MAX_POSITIONS. */
export function positionsOf(node: ExpressionNode): Positions | null {
  const builder = new Builder();
  try {
    return { ...builder.build(node), positions: builder.positions };
  } catch (error) {
    if (error instanceof TooManyPositions) return null;
    throw error;
  }
}
