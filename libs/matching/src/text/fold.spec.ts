import { expect, test } from '@jest/globals';
import { FOLDED, foldedSymbols, TWO_BYTE_LIMIT } from './fold.ts';

const letters = Array.from({ length: TWO_BYTE_LIMIT }, (_, codePoint) => String.fromCodePoint(codePoint));
const bytesOf = (text: string) => Buffer.byteLength(text, 'utf8');
/** The capital, where it is one letter of as many bytes. */
const capitalOf = (letter: string) => {
  const capital = letter.toUpperCase();
  return capital.length === 1 && bytesOf(capital) === bytesOf(letter) ? capital : letter;
};

test('letters with the same capital are the same', () => {
  const differ = letters.filter((letter) => foldedSymbols(letter) !== foldedSymbols(capitalOf(letter)));
  expect(differ).toEqual([]);
});

test.each([
  ['ΑΡΙΣΤΟΣ', 'αριστος'],
  ['Όσιος', 'ΌΣΙΟΣ'],
  ['50 µs', '50 μS'],
  ['Договор', 'дОГОВОР'],
  ['Ünal', 'üNAL'],
])('%s is %s', (one, other) => {
  expect(foldedSymbols(one)).toBe(foldedSymbols(other));
});

test('other letters stay different, and each keeps its number of bytes', () => {
  expect(new Set(['s', 'ſ', 'i', 'ı', 'İ', 'ё', 'е', 'й', 'и'].map(foldedSymbols)).size).toBe(9);
  for (const [codePoint, folded] of FOLDED.entries())
    expect(bytesOf(String.fromCodePoint(folded))).toBe(bytesOf(String.fromCodePoint(codePoint)));
});
