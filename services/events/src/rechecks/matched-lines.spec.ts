import { expect, it } from '@jest/globals';
import { matchedLines } from './matched-lines.ts';

const excerpt = (text: string, ...words: readonly string[]) => ({
  text,
  segments: [{ at: 0, line: 1 }],
  highlights: words.map((word) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length })),
  truncated: false,
});

it('are those with matches, normalised, each once', () => {
  expect(matchedLines(excerpt('a\n  host =\t x \r\nb\nlast', 'host', 'x', 'last'))).toEqual(['host = x', 'last']);
  expect(matchedLines(excerpt('first\nb', 'first'))).toEqual(['first']);
  expect(matchedLines(excerpt('one\ntwo\nthree', 'ne\ntw'))).toEqual(['one', 'two']);
  expect(matchedLines(excerpt('a name matched'))).toEqual([]);
});

it('of a long line the match alone counts, which the excerpt never cuts', () => {
  expect(matchedLines(excerpt(`${'x'.repeat(500)} secret ${'y'.repeat(500)}`, 'secret'))).toEqual(['secret']);
});
