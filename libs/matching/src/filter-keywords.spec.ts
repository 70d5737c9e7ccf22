import { expect, it } from '@jest/globals';
import { matchesFilterKeywords } from './index.ts';

it('filter keywords stand when all their words do, letter case ignored, in the order given', () => {
  const text = 'An EXAMPLE of a Тестовый password';
  const keywords = ['password test', 'тестовый', 'example  PASSWORD', 'an', 'absent', ' '];
  expect(matchesFilterKeywords(text, keywords)).toEqual(['тестовый', 'example  PASSWORD', 'an']);
});
