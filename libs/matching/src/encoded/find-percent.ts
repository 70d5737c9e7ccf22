const PERCENT = 0x25;
/** How much of a word around an encoded byte is read; longer ones are those of minified programs. */
const REACH_BYTES = 1024;
const DECIMAL = 10;
const HEX_LETTERS = 6;

/** Value of a hexadecimal digit, -1 for any other byte. */
export const HEX: Int8Array = new Int8Array(256).fill(-1);
for (let digit = 0; digit < DECIMAL; digit++) HEX[0x30 + digit] = digit;
for (let digit = 0; digit < HEX_LETTERS; digit++) {
  HEX[0x41 + digit] = DECIMAL + digit;
  HEX[0x61 + digit] = DECIMAL + digit;
}

/** Characters of addresses: visible ones but quotation marks and brackets of markup. */
const IS_WORD: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 0x20 && byte < 0x7f && !'"\'`<>'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
const isWord = (byte: number | undefined): boolean => byte !== undefined && IS_WORD[byte] === 1;

export const isEncodedByte = (text: Uint8Array, at: number): boolean =>
  text[at] === PERCENT && (HEX[text[at + 1] ?? 0] ?? -1) >= 0 && (HEX[text[at + 2] ?? 0] ?? -1) >= 0;

/** The places before and behind which no stretch that concerns `from` goes on; the first one not below `floor`. */
export function wordStart(text: Uint8Array, from: number, floor: number): number {
  let at = from;
  while (at > floor && isWord(text[at - 1])) at--;
  return at;
}
export function wordEnd(text: Uint8Array, from: number): number {
  let at = from;
  while (isWord(text[at])) at++;
  return at;
}

/** Finds words with percent-encoded bytes between two places at which no word goes on; of a long word what is near to such bytes. */
export function findPercent(text: Uint8Array, from: number, to: number, onStretch: (start: number, end: number) => void): void {
  let before = from;
  for (let at = text.indexOf(PERCENT, from); at !== -1 && at < to; at = text.indexOf(PERCENT, at + 1)) {
    if (!isEncodedByte(text, at)) continue;
    let start = at;
    while (start > before && at - start < REACH_BYTES && isWord(text[start - 1])) start--;
    let end = at;
    for (let last = at; end < to && end - last < REACH_BYTES && isWord(text[end]); end++) if (isEncodedByte(text, end)) last = end;
    onStretch(start, end);
    before = end;
    at = end - 1;
  }
}
