import { TWO_BYTE_LIMIT, isContinuation, isTwoByteLead } from '../text/fold.ts';

/** By code point below U+0800: 1 for a letter or digit, which belongs to a name. */
const IS_NAME = Uint8Array.from({ length: TWO_BYTE_LIMIT }, (_, codePoint) =>
  /^[\p{L}\p{N}]$/u.test(String.fromCodePoint(codePoint)) ? 1 : 0,
);
const HYPHEN = 0x2d;
const DOT = 0x2e;
const UNDERSCORE = 0x5f;
const BACKSLASH = 0x5c;
/** n, r and t: texts are folded. */
const ESCAPED: ReadonlySet<number> = new Set([0x6e, 0x72, 0x74]);

function isNameCodePoint(codePoint: number): boolean {
  return IS_NAME[codePoint] === 1;
}

function pairAt(text: Uint8Array, at: number): number {
  const lead = text[at] ?? 0;
  const next = text[at + 1] ?? 0;
  return isTwoByteLead(lead) && isContinuation(next) ? ((lead & 0x1f) << 6) | (next & 0x3f) : 0;
}

/** Letters beyond two bytes (Chinese, say) never join: such text is written without spaces around a domain. */
function nameStartsAt(text: Uint8Array, at: number): boolean {
  const byte = text[at] ?? 0;
  return isNameCodePoint(byte < 0x80 ? byte : pairAt(text, at));
}

function nameEndsAt(text: Uint8Array, at: number): boolean {
  const byte = text[at - 1] ?? 0;
  return isNameCodePoint(byte < 0x80 ? byte : pairAt(text, at - 2));
}

function isJoiner(byte: number | undefined): boolean {
  return byte === HYPHEN || byte === UNDERSCORE;
}

/** Whether `\n`, `\r` or `\t` ends there, as JSON and strings of programs write a line end or a tab (`\\n` in JSON within JSON): its letter belongs to no name. */
const isEscapeBefore = (text: Uint8Array, end: number): boolean => text[end - 2] === BACKSLASH && ESCAPED.has(text[end - 1] ?? 0);

const ESCAPE = 0x1b;
const OPENING = 0x5b;
const SEMICOLON = 0x3b;
const COLOUR_END = 0x6d;
/** Of the numbers of a colour: `38;2;255;255;255`. */
const COLOUR_MAX = 24;

const isColourByte = (byte: number | undefined): boolean => byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === SEMICOLON);

/** Whether a colour of a terminal ends there, as logs have them: `ESC[31m`, and `[31m` where the first byte is written otherwise or was left out. */
function isColourBefore(text: Uint8Array, end: number): boolean {
  if (text[end - 1] !== COLOUR_END) return false;
  let at = end - 2;
  while (end - at < COLOUR_MAX && isColourByte(text[at])) at--;
  return text[at] === OPENING && (at < end - 2 || text[at - 1] === ESCAPE);
}

/** True when a longer name does not run into the domain from the left: not `mycorp.com`, not `my-corp.com`. */
function isFreeBefore(text: Uint8Array, start: number): boolean {
  let at = start;
  while (isJoiner(text[at - 1])) at--;
  return !nameEndsAt(text, at) || isEscapeBefore(text, at) || isColourBefore(text, at);
}

/** True when the name does not go on to the right: not `corp.community`, `corp.com-x`, `corp.com_x`, `corp.com.ru`. */
function isFreeAfter(text: Uint8Array, end: number): boolean {
  let at = end;
  while (isJoiner(text[at])) at++;
  if (at === end && text[at] === DOT) at++;
  return !nameStartsAt(text, at);
}

/**
 * The boundary rule of domains (docs/behaviour/patterns.md). A letter (Latin, Greek, Cyrillic) or digit beside the domain
 * belongs to a longer name, also when only a run of `-` and `_` is between them. On the right a single dot followed by a
 * letter or digit continues the name (`corp.com.ru`), any other dot ends a sentence. On the left a dot begins a
 * subdomain and is a boundary, and so is an escaped line end or tab, and a colour of a terminal. Marks without a name after them do not count: `_corp.com_` and
 * `--corp.com` are found.
 * A side on which the pattern itself ends with a mark (`@corp.com`, `corp.com/`) needs no boundary.
 */
export function standsAsDomain(text: Uint8Array, start: number, end: number): boolean {
  const left = !nameStartsAt(text, start) || isFreeBefore(text, start);
  return left && (!nameEndsAt(text, end) || isFreeAfter(text, end));
}
