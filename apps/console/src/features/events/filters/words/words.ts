/** The words that narrow the list, in the order in which they are printed. */
export const WORD_NAMES = ['is', 'severity', 'reason', 'task', 'pattern', 'repo', 'path', 'owner', 'author'] as const;
export type WordName = (typeof WORD_NAMES)[number];

/** A word with its value, or a text that is searched for in the content. */
export type Word = { readonly name: WordName; readonly value: string } | { readonly name: null; readonly value: string };

/** Why a text cannot be read. `word` is what a person typed. */
export type WordFault = { readonly code: 'word_unknown' | 'word_empty'; readonly word: string } | { readonly code: 'quote_open' };

export type ReadWords = { readonly ok: true; readonly words: readonly Word[] } | { readonly ok: false; readonly fault: WordFault };

/** A part of the text up to the next white space: the letters before a colon, and what is left, in quotes or not. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** null where no colon stands before the value. */
  readonly name: string | null;
  readonly value: string;
  readonly isQuoted: boolean;
  /** The closing quote is missing. */
  readonly isOpen: boolean;
}

const NAME = /^(\p{L}[\p{L}\p{N}_-]*):/u;
const SPACE = /\s/u;

/** Splits a text into tokens. A value in quotes may hold white space; `\"` and `\\` stand for a quote and a backslash. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (SPACE.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const name = NAME.exec(text.slice(at))?.[1] ?? null;
    const from = name === null ? at : at + name.length + 1;
    const value = text.charAt(from) === '"' ? readQuoted(text, from) : readBare(text, from);
    tokens.push({ start: at, name, ...value });
    at = value.end;
  }
  return tokens;
}

function readBare(text: string, from: number) {
  let end = from;
  while (end < text.length && !SPACE.test(text.charAt(end))) end += 1;
  return { end, value: text.slice(from, end), isQuoted: false, isOpen: false };
}

function readQuoted(text: string, from: number) {
  let value = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') return { end: at + 1, value, isQuoted: true, isOpen: false };
    const isEscape = sign === '\\' && at + 1 < text.length;
    if (isEscape) at += 1;
    value += isEscape ? text.charAt(at) : sign;
  }
  return { end: text.length, value, isQuoted: true, isOpen: true };
}

const wordName = (name: string): WordName | undefined => WORD_NAMES.find((known) => known === name.toLowerCase());

/** Reads words such as `repo:acme/shop is:open "a text"`; an unknown word is refused, so that none is ever ignored. */
export function readWords(text: string): ReadWords {
  const words: Word[] = [];
  for (const { name, value, isOpen } of tokensOf(text)) {
    if (isOpen) return { ok: false, fault: { code: 'quote_open' } };
    if (name === null) {
      if (value !== '') words.push({ name, value });
      continue;
    }
    const known = wordName(name);
    if (known === undefined) return { ok: false, fault: { code: 'word_unknown', word: name } };
    if (value === '') return { ok: false, fault: { code: 'word_empty', word: known } };
    words.push({ name: known, value });
  }
  return { ok: true, words };
}

const quoted = (value: string): string => `"${value.replaceAll(/[\\"]/g, '\\$&')}"`;

/** Whether a value is read back as it is, without quotes. */
function isBare(value: string): boolean {
  const [token, ...others] = tokensOf(value);
  return token !== undefined && others.length === 0 && !token.isQuoted && token.name === null && token.value === value;
}

/** A value after its word, in quotes where it needs some; a colon in it needs none. */
export const printValue = (value: string): string => (value === '' || SPACE.test(value) || value.startsWith('"') ? quoted(value) : value);

/** Prints words so that `readWords` reads the same ones. */
export const printWords = (words: readonly Word[]): string =>
  words.map(({ name, value }) => (name === null ? (isBare(value) ? value : quoted(value)) : `${name}:${printValue(value)}`)).join(' ');
