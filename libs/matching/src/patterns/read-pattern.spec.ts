import { describe, expect, it } from '@jest/globals';
import { PATTERN_KINDS, type PatternKind } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { meaningOfPattern, type TermsPattern, readPattern } from '../index.ts';

const NONE: TermsPattern = { shape: 'terms', domain: null, words: [], fileNames: [] };

describe('readPattern', () => {
  it.each<[PatternKind, string, Partial<TermsPattern>]>([
    ['public_domain', 'corp.com db  password', { domain: 'corp.com', words: ['db', 'password'] }],
    ['public_domain', 'corp.com', { domain: 'corp.com' }],
    ['internal_domain', ' corp.local ', { domain: 'corp.local' }],
    ['keyword', 'one two one', { words: ['one', 'two'] }],
    ['keyword', 'Filename:.env secret', { words: ['secret'], fileNames: ['.env'] }],
    ['keyword', 'filename: host:port', { words: ['filename:', 'host:port'] }],
    ['deep', 'a=b filename:x', { words: ['a=b', 'filename:x'] }],
  ])('of %s %j', (kind, text, wanted) => {
    expect(readPattern(kind, text)).toEqual({ ...NONE, ...wanted });
  });

  it('leaves an expression as it is', () => {
    expect(readPattern('regex', ' a b ')).toEqual({ shape: 'expression', expression: ' a b ' });
  });

  it.each(PATTERN_KINDS.filter((kind) => kind !== 'regex'))('of %s without words asks for nothing', (kind) => {
    expect(readPattern(kind, ' \t')).toEqual(NONE);
  });
});

describe('meaningOfPattern', () => {
  const word = fc.stringMatching(/^[a-zа-я.=@_-]{1,8}$/u);
  const written = fc.record({
    kind: fc.constantFrom<PatternKind>('public_domain', 'internal_domain', 'keyword', 'deep'),
    words: fc.array(word, { minLength: 1, maxLength: 3 }),
  });

  it('is the same whatever the letter case, the order and the repetition of the words; the domain stays first', () => {
    fc.assert(
      fc.property(written, fc.infiniteStream(fc.boolean()), ({ kind, words: [first = '', ...others] }, upper) => {
        const spelled = (text: string) => (upper.next().value ? text.toUpperCase() : text);
        const all = kind === 'public_domain' ? [first, ...others.toReversed(), ...others] : [...others.toReversed(), first, first];
        const same = kind === 'internal_domain' ? [first] : all;
        const text = kind === 'internal_domain' ? first : [first, ...others].join(' ');
        const meaning = meaningOfPattern(kind, text);
        expect(meaningOfPattern(kind, ` ${same.map(spelled).join('  ')}`)).toBe(meaning);
        expect(meaningOfPattern(kind, meaning)).toBe(meaning);
      }),
    );
  });

  it('of an expression is the expression', () => {
    expect(meaningOfPattern('regex', ' B A ')).toBe(' B A ');
  });
});
