/** Longer names of files say no more to who reads a mail. */
const SHOWN_MAX = 160;

/** `//user:password@` in an address. */
const USER_INFO = /\/\/[^\s/@]+@/g;
/** What could be a token: long, of letters and digits without a pause. A path's names are rarely so. */
const TOKEN_LIKE = /(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[\w+=-]{20,}/g;
const TOKEN_SHOWN = 4;

/** A repository or path as a mail may name it: one line, without what could be a secret. */
export function maskText(text: string): string {
  const line = text
    // Line breaks, other control characters, and those that turn the direction of writing.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(USER_INFO, '//…@')
    .replaceAll(TOKEN_LIKE, (token) => `${token.slice(0, TOKEN_SHOWN)}…`)
    .trim();
  // Half a character, which is where such a cut may fall, is nothing that JSON or a mail may hold.
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
