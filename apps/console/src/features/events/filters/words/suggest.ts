import { isListed, LISTED_VALUES, type ListedWord } from './filter-words.ts';
import { printValue, tokensOf, WORD_NAMES, type WordName } from './words.ts';

/** Values that events have, the most frequent first. */
export type KnownValues = Readonly<Record<Exclude<WordName, ListedWord | 'path'>, readonly string[]>>;

/** A way to complete what is typed: what is shown, and the whole text after it was chosen. */
export interface Suggestion {
  readonly shown: string;
  readonly text: string;
  /** The word has no value yet: typing goes on behind it. */
  readonly continues: boolean;
}

const MOST = 10;

/** Completes the last word of a text: its name, or its value. */
export function suggest(text: string, known: KnownValues): readonly Suggestion[] {
  const last = /\s$/u.test(text) ? undefined : tokensOf(text).at(-1);
  if (last === undefined || (last.isQuoted && !last.isOpen)) return last === undefined ? names(text, '') : [];
  const before = text.slice(0, last.start);
  if (last.name === null) return last.isQuoted ? [] : names(before, last.value);
  const name = WORD_NAMES.find((one) => one === last.name?.toLowerCase());
  if (name === undefined || name === 'path') return [];
  const values = isListed(name) ? LISTED_VALUES[name] : known[name];
  const part = last.value.toLowerCase();
  return values
    .filter((value) => value !== '' && value.toLowerCase().includes(part) && value !== last.value)
    .slice(0, MOST)
    .map((value) => {
      const shown = `${name}:${printValue(value)}`;
      return { shown, text: `${before}${shown} `, continues: false };
    });
}

const names = (before: string, part: string): readonly Suggestion[] =>
  WORD_NAMES.filter((name) => name.startsWith(part.toLowerCase())).map((name) => ({
    shown: `${name}:`,
    text: `${before}${name}:`,
    continues: true,
  }));
