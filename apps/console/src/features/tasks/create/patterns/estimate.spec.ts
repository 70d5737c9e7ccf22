import { expect, test } from '@jest/globals';
import { newDraft } from '../draft/draft.ts';
import { askedPatterns, durationOf, estimateOf } from './estimate.ts';
import { markedParts } from '../../../../shared/lib/marked-parts.ts';
import type { ExpressionFacts } from './use-expression-facts.ts';

const DRAFT = {
  ...newDraft('normal'),
  keywords: [
    { id: '1', name: 'token' },
    { id: '2', name: 'Token' },
  ],
  lists: {
    ...newDraft('normal').lists,
    publicDomains: ['a.example', 'b.example'],
    expressions: ['BILL-[0-9]+', '[0-9]{8}', 'new', '(bad'],
  },
};
const FACTS: ExpressionFacts = new Map([
  ['BILL-[0-9]+', { reason: null, queries: [['BILL-']], parts_of_words: false }],
  ['[0-9]{8}', { reason: null, queries: [], parts_of_words: false }],
  ['(alpha|beta|gamma)[0-9]', { reason: null, queries: [['alpha'], ['beta'], ['gamma']], parts_of_words: false }],
  ['(bad', { reason: 'expression_syntax', queries: [], parts_of_words: false }],
]);

test('patterns are asked as the crawler would ask them', () => {
  expect(askedPatterns(DRAFT, 'normal', FACTS)).toEqual({ words: 2, searchable: 2, streamOnly: 1 });
  const alternatives = { ...DRAFT, lists: { ...DRAFT.lists, expressions: ['(alpha|beta|gamma)[0-9]'] } };
  expect(askedPatterns(alternatives, 'normal', FACTS)).toEqual({ words: 2, searchable: 3, streamOnly: 0 });
  expect(askedPatterns({ ...DRAFT, deep: 'one two' }, 'deep', FACTS)).toEqual({ words: 1, searchable: 0, streamOnly: 0 });
  expect(estimateOf({ source_type: 'github', search_type: 'by_code' }, askedPatterns(DRAFT, 'normal', FACTS), 'normal')).toMatchObject({
    queries: 4,
    leastSeconds: 24,
    mostSeconds: 240,
  });
});

test.each([
  [0, 'minutes', 0],
  [1, 'minutes', 1],
  [7200, 'minutes', 120],
  [7201, 'hours', 3],
  [172_800, 'hours', 48],
  [172_801, 'days', 3],
])('%i seconds are %s %i', (seconds, unit, count) => expect(durationOf(seconds)).toEqual({ unit, count }));

test('a text is split into matched and other parts, and nothing is lost', () => {
  const parts = markedParts('a BILL-1 b', [{ start: 2, end: 8 }]);
  expect(parts.map(({ text, marked }) => [text, marked])).toEqual([
    ['a ', false],
    ['BILL-1', true],
    [' b', false],
  ]);
});
