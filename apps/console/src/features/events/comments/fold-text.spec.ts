import { expect, test } from '@jest/globals';
import { foldText } from './fold-text.ts';

test('a short text is shown whole, one that is a little longer too', () => {
  expect(foldText('rotated, see OPS-12')).toBeNull();
  expect(foldText('word '.repeat(140))).toBeNull();
  expect(foldText('line\n'.repeat(11))).toBeNull();
});

test('a long text is folded at the end of a word, one of many lines after ten', () => {
  const folded = foldText('words '.repeat(600)) ?? '';
  expect(folded.endsWith('words')).toBe(true);
  expect(folded.length).toBeGreaterThan(580);
  expect(folded.length).toBeLessThanOrEqual(600);
  expect(foldText('line\n'.repeat(50))).toBe('line\n'.repeat(10).trimEnd());
});

test('a text without spaces is cut, between its characters', () => {
  expect([...(foldText('x'.repeat(4_000)) ?? '')]).toHaveLength(600);
  expect(foldText('🔑'.repeat(1_000))).toBe('🔑'.repeat(600));
});
