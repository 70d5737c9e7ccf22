import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findHits } from './find-hits.ts';
import { piecesOf, rowAt, rowsOf } from './text-rows.ts';

const piece = fc.oneof(
  fc.constantFrom('\n', '\r\n', 'secret', '🔑', '\u202e', '<b>', 'İ'),
  fc.integer({ min: 1, max: 5_000 }).map((count) => 'я🔑'.repeat(count)),
);

describe('the rows of a text', () => {
  test('hold all of it, whole characters, and the numbers of its lines', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, continues) => {
        const text = pieces.join('');
        const rows = rowsOf(text, 7, continues);
        const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n').map((line) => line.replace(/\r$/, ''));
        const joined: string[] = [];
        for (const [at, { start, end, line }] of rows.entries()) {
          const shown = text.slice(start, end);
          expect(shown.length).toBeLessThanOrEqual(2_000);
          expect(shown).not.toMatch(/\p{Surrogate}/u);
          if (line !== null) expect(line).toBe(7 + joined.length);
          if (line !== null || at === 0) joined.push(shown);
          else joined[joined.length - 1] += shown;
          expect(rowAt(rows, start)).toBe(rows.findLastIndex((row) => row.start <= start));
        }
        expect(joined).toEqual(lines);
      }),
      { numRuns: 60 },
    );
  });

  test('have pieces that together are the row, marked where the ranges say', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const hits = findHits(text, 'secret');
        const matches = findHits(text, 'cr');
        const [current] = hits;
        let marked = '';
        for (const row of rowsOf(text, 1, false)) {
          const found = piecesOf(text, row, { matches, hits, current });
          expect(found.map((one) => one.text).join('')).toBe(text.slice(row.start, row.end));
          marked += found.flatMap((one) => (one.hit ? [one.text] : [])).join('');
          expect(found.filter((one) => one.match).every((one) => 'cr'.includes(one.text))).toBe(true);
        }
        expect(marked).toBe('secret'.repeat(hits.length));
      }),
      { numRuns: 60 },
    );
  });
});
