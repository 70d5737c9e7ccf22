import { describe, expect, it } from '@jest/globals';
import { PATTERN_KINDS, type PatternKind } from '@leakwatch/vocabulary';
import { type TermsPattern, readPattern } from '../index.ts';

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
