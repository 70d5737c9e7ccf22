import { FOLDED, RAW_BYTE_BASE, SYMBOL_LIMIT } from '../text/fold.ts';

/** Which column of the table a byte, or a two-byte letter, steps through. Column 0 is every symbol of no literal. */
export interface SymbolClasses {
  readonly count: number;
  readonly ofSymbol: Uint16Array;
  /** By byte: ASCII folded, other bytes as parts of long sequences. */
  readonly ofByte: Uint16Array;
  /** By code point of a two-byte sequence, folded. */
  readonly ofPair: Uint16Array;
}

/** Numbers the symbols that occur in the literals, so that a table row is as narrow as the alphabet in use. */
export function symbolClasses(literals: readonly string[]): SymbolClasses {
  const ofSymbol = new Uint16Array(SYMBOL_LIMIT);
  let count = 1;
  for (const symbols of literals) {
    for (let at = 0; at < symbols.length; at++) {
      const symbol = symbols.charCodeAt(at);
      if (ofSymbol[symbol] === 0) ofSymbol[symbol] = count++;
    }
  }
  const ofByte = Uint16Array.from({ length: 0x100 }, (_, byte) => {
    const symbol = byte < 0x80 ? (FOLDED[byte] ?? byte) : RAW_BYTE_BASE + byte;
    return ofSymbol[symbol] ?? 0;
  });
  const ofPair = FOLDED.map((folded) => ofSymbol[folded] ?? 0);
  return { count, ofSymbol, ofByte, ofPair };
}
