import { FOLDED, RAW_BYTE_BASE, SYMBOL_LIMIT, isContinuation, isTwoByteLead } from '../text/fold.ts';
import { sharedInt, sharedShort } from './shared-arrays.ts';

const BYTES = 0x100;
const FIRST_TWO_BYTE_LEAD = 0xc2;
const LAST_TWO_BYTE_LEAD = 0xdf;

/** Which column of the table a byte, or a two-byte letter, steps through. Column 0 is every symbol of no literal. */
export interface SymbolClasses {
  /** Columns of the table. The last one is `stay`. */
  readonly width: number;
  /** In this column every state leads to itself, without a hit: the first byte of a two-byte letter decides nothing. */
  readonly stay: number;
  readonly ofSymbol: Uint16Array;
  /** By byte: ASCII folded, other bytes as parts of long sequences. */
  readonly ofByte: Uint16Array;
  /** By code point of a two-byte sequence, folded. */
  readonly ofPair: Uint16Array;
  /**
   * In well-formed UTF-8 the previous byte decides how a byte is read, so the column is `onPage[pageAfter[before] + byte]`:
   * no condition, and one step for every byte.
   */
  readonly pageAfter: Int32Array;
  readonly onPage: Uint16Array;
}

function pages(ofByte: Uint16Array, ofPair: Uint16Array, stay: number): Pick<SymbolClasses, 'pageAfter' | 'onPage'> {
  const pageAfter = sharedInt(BYTES);
  const onPage = sharedShort(BYTES * (LAST_TWO_BYTE_LEAD - FIRST_TWO_BYTE_LEAD + 2));
  for (let byte = 0; byte < BYTES; byte++) onPage[byte] = isTwoByteLead(byte) ? stay : (ofByte[byte] ?? 0);
  for (let lead = FIRST_TWO_BYTE_LEAD; lead <= LAST_TWO_BYTE_LEAD; lead++) {
    const page = BYTES * (lead - FIRST_TWO_BYTE_LEAD + 1);
    pageAfter[lead] = page;
    for (let byte = 0; byte < BYTES; byte++) {
      if (isContinuation(byte)) onPage[page + byte] = ofPair[((lead & 0x1f) << 6) | (byte & 0x3f)] ?? 0;
    }
  }
  return { pageAfter, onPage };
}

/** Numbers the symbols that occur in the literals, so that a table row is as narrow as the alphabet in use. */
export function symbolClasses(literals: readonly string[]): SymbolClasses {
  const ofSymbol = sharedShort(SYMBOL_LIMIT);
  let stay = 1;
  for (const symbols of literals) {
    for (let at = 0; at < symbols.length; at++) {
      const symbol = symbols.charCodeAt(at);
      if (ofSymbol[symbol] === 0) ofSymbol[symbol] = stay++;
    }
  }
  const ofByte = sharedShort(BYTES);
  for (let byte = 0; byte < BYTES; byte++) {
    const symbol = byte < 0x80 ? (FOLDED[byte] ?? byte) : RAW_BYTE_BASE + byte;
    ofByte[byte] = ofSymbol[symbol] ?? 0;
  }
  const ofPair = sharedShort(FOLDED.length);
  for (const [codePoint, folded] of FOLDED.entries()) ofPair[codePoint] = ofSymbol[folded] ?? 0;
  return { width: stay + 1, stay, ofSymbol, ofByte, ofPair, ...pages(ofByte, ofPair, stay) };
}
