/**
 * How letter case is ignored, in one place for the compiler of the table, the scan and the tests.
 * A symbol is what the automaton steps over: one ASCII byte, one two-byte UTF-8 letter (U+0080-U+07FF, so all of
 * Cyrillic and accented Latin), or one byte of a longer sequence. Folding keeps the byte length of every symbol,
 * so a literal has the same length in bytes everywhere.
 */
export const ASCII_LIMIT = 0x80;
export const TWO_BYTE_LIMIT = 0x800;
/** Bytes of three- and four-byte sequences become symbols from here on, matched exactly. */
export const RAW_BYTE_BASE = TWO_BYTE_LIMIT;
export const SYMBOL_LIMIT = RAW_BYTE_BASE + 0x100;

/** A letter has the same case forms as its capital: so the final sigma of Greek is a sigma, and the micro sign a mu. */
function foldOne(codePoint: number): number {
  const letter = String.fromCodePoint(codePoint);
  for (const lower of [letter.toUpperCase().toLowerCase(), letter.toLowerCase()]) {
    const folded = lower.codePointAt(0) ?? codePoint;
    const sameBytes = codePoint < ASCII_LIMIT ? folded < ASCII_LIMIT : folded >= ASCII_LIMIT && folded < TWO_BYTE_LIMIT;
    if (lower.length === 1 && sameBytes) return folded;
  }
  return codePoint;
}

/** Folded code point of every code point below U+0800. */
export const FOLDED: Uint16Array = Uint16Array.from({ length: TWO_BYTE_LIMIT }, (_, codePoint) => foldOne(codePoint));

/** True for a byte that starts a two-byte sequence; UTF-8 never contains C0 and C1. */
export function isTwoByteLead(byte: number): boolean {
  return byte >= 0xc2 && byte <= 0xdf;
}

/** True for a byte that continues a UTF-8 sequence. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/**
 * The folded symbols of a text, one UTF-16 unit each, so that they sort, compare and hash as a string does.
 */
export function foldedSymbols(text: string): string {
  let symbols = '';
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint < TWO_BYTE_LIMIT) {
      symbols += String.fromCharCode(FOLDED[codePoint] ?? codePoint);
      continue;
    }
    for (const byte of Buffer.from(character, 'utf8')) symbols += String.fromCharCode(RAW_BYTE_BASE + byte);
  }
  return symbols;
}

/** How many UTF-8 bytes the first `count` symbols take. */
export function bytesOfSymbols(symbols: string, count: number): number {
  let bytes = 0;
  for (let at = 0; at < count; at++) {
    const symbol = symbols.charCodeAt(at);
    bytes += symbol >= ASCII_LIMIT && symbol < TWO_BYTE_LIMIT ? 2 : 1;
  }
  return bytes;
}
