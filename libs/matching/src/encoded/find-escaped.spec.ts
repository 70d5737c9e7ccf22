import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findEscaped } from './find-escaped.ts';

const escapesIn = (text: Uint8Array, start: number, end: number) => {
  const found: string[] = [];
  findEscaped(text, [{ start, end }], (kind, from, to) => found.push(`${kind} ${from} ${to}`));
  return found.sort();
};

it('an area that the runtime searches has the same words as one that is read byte by byte', () => {
  const part = fc.constantFrom(
    '%41',
    '%',
    '%4',
    '&amp;',
    '&#1050;',
    '&',
    '&x',
    String.raw`\u0430`,
    '\\',
    String.raw`\n`,
    'word',
    ' ',
    '"',
    'я',
    '<',
    '%25%41&lt;',
  );
  const rest = ' '.repeat(2_000);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const text = new TextEncoder().encode(parts.join(''));
      const long = new TextEncoder().encode(parts.join('') + rest);
      expect(escapesIn(long, 0, long.length)).toEqual(escapesIn(text, 0, text.length));
    }),
    { numRuns: 2_000 },
  );
});
