import type { Escape } from '../text/views.ts';
import { composedAt } from './composed.ts';
import type { Unescaped } from './origins.ts';

/** Those that begin with a byte of their own. */
export const BYTE_ESCAPES = ['percent', 'entity', 'unicode'] as const satisfies readonly Escape[];
export type ByteEscape = (typeof BYTE_ESCAPES)[number];
export const ESCAPES = [...BYTE_ESCAPES, 'composed'] as const satisfies readonly Escape[];

const DECIMAL = 10;
const HEX_LETTERS = 6;
/** Value of a hexadecimal digit, -1 for any other byte. */
const HEX: Int8Array = new Int8Array(256).fill(-1);
for (let digit = 0; digit < DECIMAL; digit++) HEX[0x30 + digit] = digit;
for (let digit = 0; digit < HEX_LETTERS; digit++) {
  HEX[0x41 + digit] = DECIMAL + digit;
  HEX[0x61 + digit] = DECIMAL + digit;
}
const SEMICOLON = 0x3b;
const NUMBER_SIGN = 0x23;
const LETTER_U = 0x75;
const LETTER_X = 0x78;
const [LEFT_BRACE, RIGHT_BRACE] = [0x7b, 0x7d];
const LAST_CODE_POINT = 0x10ffff;
const NUMBER_DIGITS = 7;

/** Entities whose characters stand in domains, addresses and passwords. */
const SIGNS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  period: '.',
  commat: '@',
  colon: ':',
  equals: '=',
  sol: '/',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  num: '#',
  dollar: '$',
  excl: '!',
  ast: '*',
  percnt: '%',
  plus: '+',
  semi: ';',
  comma: ',',
  quest: '?',
  lpar: '(',
  rpar: ')',
  shy: '',
};
/** What the names of Latin letters end in, and the accent that is put on the letter before. */
const ACCENTS: readonly (readonly [name: string, accent: string])[] = [
  ['grave', '\u0300'],
  ['acute', '\u0301'],
  ['circ', '\u0302'],
  ['tilde', '\u0303'],
  ['uml', '\u0308'],
  ['ring', '\u030a'],
  ['cedil', '\u0327'],
];
const LATIN1_MAX = 0xff;
const OTHER_LATIN = { szlig: 'ß', aelig: 'æ', AElig: 'Æ', oslash: 'ø', Oslash: 'Ø', eth: 'ð', ETH: 'Ð', thorn: 'þ', THORN: 'Þ' };
/** Names of Russian letters without the `cy` at their end, in the order of the alphabet; ё is behind them. */
const RUSSIAN = 'a b v g d ie zh z i j k l m n o p r s t u f kh ts ch sh shch hard y soft e yu ya'.split(' ');
const FIRST_RUSSIAN = 0x430;

/** Names of the letters of Latin-1 and of Russian in HTML, of six letters at most. */
function namesOfLetters(): readonly (readonly [name: string, letter: string])[] {
  const latin = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((letter) =>
    ACCENTS.map(([name, accent]) => [letter + name, (letter + accent).normalize('NFC')] as const),
  );
  const russian = [...RUSSIAN.map((name, at) => [name, String.fromCharCode(FIRST_RUSSIAN + at)] as const), ['io', 'ё'] as const];
  return [
    ...latin.filter(([, letter]) => letter.length === 1 && letter.charCodeAt(0) <= LATIN1_MAX),
    ...Object.entries(OTHER_LATIN),
    ...russian.flatMap(([name, letter]) => [[`${name}cy`, letter] as const, [`${name.toUpperCase()}cy`, letter.toUpperCase()] as const]),
  ];
}

/** By name, what the entity stands for. */
export const NAMES: ReadonlyMap<string, string> = new Map([...Object.entries(SIGNS), ...namesOfLetters()]);

/** By the bytes of the name as a number: pages have thousands, and a string for each would cost more than all else. */
const NAMED: ReadonlyMap<number, Uint8Array> = new Map(
  [...NAMES].map(([name, text]) => [[...Buffer.from(name)].reduce((sum, byte) => sum * 256 + byte, 0), Buffer.from(text)]),
);
const NAME_MAX = 6;

function hexAt(text: Uint8Array, at: number, digits: number): number {
  let value = 0;
  for (let digit = 0; digit < digits; digit++) {
    const next = HEX[text[at + digit] ?? 0] ?? -1;
    if (next < 0) return -1;
    value = 16 * value + next;
  }
  return value;
}

function percentAt(text: Uint8Array, at: number): Unescaped | undefined {
  const byte = hexAt(text, at + 1, 2);
  return byte < 0 ? undefined : { bytes: Uint8Array.of(byte), length: 3 };
}

const HIGH_SURROGATE = 0xd800;
const LOW_SURROGATE = 0xdc00;
const ESCAPE_LENGTH = 6;

/** A byte, as strings of C, Python and PHP have it; those of JavaScript mean the same by it for ASCII. */
function byteEscapeAt(text: Uint8Array, at: number): Unescaped | undefined {
  const byte = hexAt(text, at + 2, 2);
  return byte < 0 ? undefined : { bytes: Uint8Array.of(byte), length: 4 };
}

/** The digits in the braces of `\u{40}`: at most so many. */
const BRACED_DIGITS = 6;

function bracedAt(text: Uint8Array, at: number): Unescaped | undefined {
  const first = at + 3;
  let end = first;
  while (end - first <= BRACED_DIGITS && (HEX[text[end] ?? 0] ?? -1) >= 0) end++;
  const value = end - first > BRACED_DIGITS ? -1 : hexAt(text, first, end - first);
  if (end === first || value < 0 || value > LAST_CODE_POINT || text[end] !== RIGHT_BRACE) return undefined;
  return { bytes: Buffer.from(String.fromCodePoint(value)), length: end + 1 - at };
}

/** Escapes of strings in programs and JSON: `\u0040`, of which two may be one character, `\u{40}` and `\x40`. */
function unicodeAt(text: Uint8Array, at: number): Unescaped | undefined {
  if (text[at + 1] === LETTER_X) return byteEscapeAt(text, at);
  if (text[at + 1] === LETTER_U && text[at + 2] === LEFT_BRACE) return bracedAt(text, at);
  const unit = text[at + 1] === LETTER_U ? hexAt(text, at + 2, 4) : -1;
  if (unit < 0) return undefined;
  const isHigh = unit >= HIGH_SURROGATE && unit < LOW_SURROGATE;
  const next = isHigh && text[at + ESCAPE_LENGTH + 1] === LETTER_U ? hexAt(text, at + ESCAPE_LENGTH + 2, 4) : -1;
  const isPair = next >= LOW_SURROGATE && next < 0xe000;
  const content = String.fromCharCode(...(isPair ? [unit, next] : [unit]));
  return { bytes: Buffer.from(content), length: isPair ? 2 * ESCAPE_LENGTH : ESCAPE_LENGTH };
}

function entityAt(text: Uint8Array, at: number): Unescaped | undefined {
  if (text[at + 1] !== NUMBER_SIGN) {
    let name = 0;
    let end = at + 1;
    for (; end - at <= NAME_MAX && text[end] !== SEMICOLON; end++) name = name * 256 + (text[end] ?? 0);
    const named = text[end] === SEMICOLON ? NAMED.get(name) : undefined;
    return named === undefined ? undefined : { bytes: named, length: end + 1 - at };
  }
  const isHex = (text[at + 2] ?? 0) === 0x78 || text[at + 2] === 0x58;
  const first = at + (isHex ? 3 : 2);
  const base = isHex ? 16 : DECIMAL;
  let value = 0;
  let end = first;
  for (; end - first < NUMBER_DIGITS; end++) {
    const digit = HEX[text[end] ?? 0] ?? -1;
    if (digit < 0 || digit >= base) break;
    value = base * value + digit;
  }
  if (end === first || value > LAST_CODE_POINT) return undefined;
  return { bytes: Buffer.from(String.fromCodePoint(value)), length: end - at + (text[end] === SEMICOLON ? 1 : 0) };
}

interface EscapeReader {
  readonly at: (text: Uint8Array, at: number) => Unescaped | undefined;
}

/** By kind: the byte with which an escape begins, where it is always the same, and what reads it there. */
export const READERS: Readonly<
  Record<ByteEscape, EscapeReader & { readonly first: number }> & { composed: EscapeReader & { readonly first: null } }
> = {
  percent: { first: 0x25, at: percentAt },
  entity: { first: 0x26, at: entityAt },
  unicode: { first: 0x5c, at: unicodeAt },
  composed: { first: null, at: composedAt },
};

/** Bytes that may be the second one of an escape, by kind. */
const SECOND: Readonly<Record<ByteEscape, Uint8Array>> = {
  percent: Uint8Array.from({ length: 256 }, (_, byte) => ((HEX[byte] ?? -1) >= 0 ? 1 : 0)),
  entity: Uint8Array.from({ length: 256 }, (_, byte) =>
    byte === NUMBER_SIGN || [...NAMES.keys()].some((name) => name.charCodeAt(0) === byte) ? 1 : 0,
  ),
  unicode: Uint8Array.from({ length: 256 }, (_, byte) => (byte === LETTER_U || byte === LETTER_X ? 1 : 0)),
};

/** False for most bytes that begin no escape, such as those of addresses in programs: reading would make an object. */
export const mayBegin = (kind: ByteEscape, second: number): boolean => SECOND[kind][second] === 1;
