import type { Locale } from '@leakwatch/vocabulary';
import { formatNumber } from '../lib/numbers.ts';
import type { TextKey } from './text-key.ts';

/** What stands for `{{name}}`; `count` also chooses the form of the text. */
type Values = Readonly<Record<string, unknown>>;

export type Translate = (key: TextKey, values?: Values) => string;

/** The texts of one language. */
export interface Translator {
  readonly locale: Locale;
  readonly t: Translate;
  /** Whether there is a text: those of codes that only a newer server knows are missing. */
  readonly exists: (key: string) => boolean;
}

const PLACE = /\{\{(\w+)\}\}/g;

/** Texts by their keys, out of the exports of a file: `{ part: { name } }` has `part.name`. */
export function* flatTexts(texts: object, before = ''): Generator<readonly [key: string, text: string]> {
  for (const [name, value] of Object.entries(texts)) {
    const content: unknown = value;
    if (typeof content === 'string') yield [before + name, content];
    else if (typeof content === 'object' && content !== null) yield* flatTexts(content, `${before}${name}.`);
  }
}

/** Reads `texts` at every call, so that texts can be added later. A missing one shows its key. */
export function translator(locale: Locale, texts: ReadonlyMap<string, string>): Translator {
  const plural = new Intl.PluralRules(locale);
  const textOf = (key: string, count: unknown): string | undefined =>
    (typeof count === 'number' ? texts.get(`${key}_${plural.select(count)}`) : undefined) ?? texts.get(key);
  /** Numbers get the separators of the language; what must not have them (a line, a page) is given as a string. */
  const written = (value: unknown): string => (typeof value === 'number' ? formatNumber(value, locale) : String(value ?? ''));
  return {
    locale,
    t: (key, values) => {
      const text = textOf(key, values?.['count']) ?? key;
      return text.replaceAll(PLACE, (_, name: string) => written(values?.[name]));
    },
    exists: (key) => texts.has(key),
  };
}
