import { searchedWords } from './code-corpus.ts';
import type { GivenAnswer } from '../host-api/host-api.ts';
import { GITHUB_REFUSALS } from './github-texts.ts';

export interface Qualifier {
  readonly name: string;
  readonly value: string;
  readonly negated: boolean;
}

export interface SearchQuery {
  /** Each must stand in a result, as `searchedWords` spells it. */
  readonly phrases: readonly string[];
  readonly qualifiers: readonly Qualifier[];
}

const QUALIFIERS = new Set(['in', 'user', 'org', 'repo', 'path', 'language', 'size', 'filename', 'extension', 'fork', 'created']);
const OPERATORS = new Set(['AND', 'OR', 'NOT']);
const MOST_CHARACTERS = 256;
const MOST_OPERATORS = 5;

/** Reads a query as the older code search does; a refusal when it does not. */
export function readQuery(text: string): SearchQuery | GivenAnswer {
  const phrases: string[] = [];
  const qualifiers: Qualifier[] = [];
  let operators = 0;
  let characters = 0;
  for (const [, minus = '', name = '', quoted, plain = ''] of text.matchAll(/(-?)(?:([a-z]+):(?=\S))?(?:"([^"]*)"|(\S+))/giu)) {
    const value = quoted ?? plain;
    if (QUALIFIERS.has(name.toLowerCase())) {
      qualifiers.push({ name: name.toLowerCase(), value: value.toLowerCase(), negated: minus === '-' });
      continue;
    }
    if (quoted === undefined && OPERATORS.has(plain)) {
      operators += 1;
      continue;
    }
    if (quoted === undefined && /[()]/.test(plain)) return GITHUB_REFUSALS.unparsable;
    characters += Array.from(value).length + 2;
    phrases.push(searchedWords(name === '' ? value : `${name}:${value}`));
  }
  if (characters > MOST_CHARACTERS) return GITHUB_REFUSALS.invalidQuery('The search is longer than 256 characters.');
  if (operators > MOST_OPERATORS) return GITHUB_REFUSALS.invalidQuery('More than five AND / OR / NOT operators were used.');
  if (qualifiers.some(({ name, value }) => (name === 'filename' && value.includes('*')) || (name === 'fork' && value === 'false')))
    return GITHUB_REFUSALS.unparsable;
  return { phrases, qualifiers };
}

/** Whether a number is in a range as the qualifiers `size` and `created` spell it. */
export function inRange(value: number, range: string, read: (text: string) => number): boolean {
  const [from, to] = range.split('..');
  if (to !== undefined && from !== undefined) return value >= read(from) && value <= read(to);
  const [, sign = '', bound = ''] = /^(>=|<=|>|<)?(.*)$/.exec(range) ?? [];
  const limit = read(bound);
  if (sign === '>=') return value >= limit;
  if (sign === '<=') return value <= limit;
  if (sign === '>') return value > limit;
  return sign === '<' ? value < limit : value === limit;
}

export const every = (qualifiers: readonly Qualifier[], holds: (qualifier: Qualifier) => boolean): boolean =>
  qualifiers.every((qualifier) => holds(qualifier) !== qualifier.negated);
