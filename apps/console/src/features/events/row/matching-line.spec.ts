import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matchingLine } from './matching-line.ts';

const textOf = (content: string) =>
  matchingLine(content)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('');

test('the title is the line of the first match, without its indent', () => {
  expect(textOf('import os\n    password = &quot;<mark>corp</mark>&quot;\n<mark>second</mark>')).toBe('password = "[corp]"');
  expect(textOf('<mark>a</mark> and <mark>b</mark>')).toBe('[a] and [b]');
  expect(textOf('first\r\nhost <mark>corp</mark>\r\nlast')).toBe('host [corp]');
  expect(textOf('nothing is marked')).toBe('');
  expect(textOf('')).toBe('');
});

test('a long line is cut shortly before the match and behind what fits', () => {
  const shown = textOf(`${'x'.repeat(5000)}<mark>corp</mark>${'y'.repeat(5000)}`);
  expect(shown).toBe(`…${'x'.repeat(24)}[corp]${'y'.repeat(132)}`);
});

test('markup of the document stays text', () => {
  expect(matchingLine('&lt;b&gt;<mark>x</mark><img src=a>').map(({ text }) => text)).toEqual(['<b>', 'x', '<img src=a>']);
});

test('whatever the line, the match begins within the title, and the title is bounded', () => {
  // Stored text is escaped; an entity at the far end of what is read may be cut, never one that is shown.
  const text = fc.string({ maxLength: 3000 }).map((raw) => raw.replace(/[<>&\n\r]/g, '·'));
  fc.assert(
    fc.property(text, fc.stringMatching(/^[a-z]{1,300}$/), text, (before, match, after) => {
      const title = matchingLine(`first\n${before}<mark>${match}</mark>${after}\nlast`);
      const shown = title.filter(({ marked }) => marked).map((piece) => piece.text);
      expect(match.startsWith(shown.join(''))).toBe(true);
      expect(shown.join('').length).toBeGreaterThanOrEqual(Math.min(match.length, 100));
      expect(title.reduce((sum, piece) => sum + piece.text.length, 0)).toBeLessThanOrEqual(161);
    }),
  );
});
