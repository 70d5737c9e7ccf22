import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { NAMES, READERS } from './escapes.ts';
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
    String.raw`\x41`,
    String.raw`\u{41}`,
    'и\u0306',
    '\u0306',
    'e\u0302\u0323',
    '\u00ad',
    '\u200b',
    '—',
    '\u{1f468}\u200d',
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

it('a named letter is what the standard says', () => {
  const letters = [...NAMES].filter(([, text]) => /^\p{L}$/u.test(text));
  // The 62 letters of Latin-1 with names, and the 66 of Russian.
  expect(letters.length).toBe(62 + 66);
  for (const [name] of letters) {
    const source = `&${name};`;
    const [node] = parseFragment(source).childNodes;
    const read = READERS.entity.at(new TextEncoder().encode(source), 0);
    expect([name, Buffer.from(read?.bytes ?? []).toString(), read?.length]).toEqual([
      name,
      node && 'value' in node ? node.value : '',
      source.length,
    ]);
  }
});
