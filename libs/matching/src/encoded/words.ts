/** Visible characters but quotation marks and brackets of markup. */
const IS_WORD: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 0x20 && byte !== 0x7f && !'"\'`<>'.includes(String.fromCharCode(byte)) ? 1 : 0,
);
export const isWord = (byte: number | undefined): boolean => byte !== undefined && IS_WORD[byte] === 1;

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
