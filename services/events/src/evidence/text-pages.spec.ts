import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pageOf, pageStarts, type Place, readPage } from './text-pages.domain.ts';

const PAGE = 64;
const piece = fc.oneof(
  fc.constantFrom('\n', '\r\n', 'я', '🔑', 'secret'),
  fc.integer({ min: 1, max: 90 }).map((count) => 'x'.repeat(count)),
);

describe('pages of a text', () => {
  it('are within their bound, whole characters, and joined the text; lines and places fit', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const utf8 = Buffer.from(text);
        const places: Place[] = [];
        for (let at = utf8.indexOf('secret'); at !== -1; at = utf8.indexOf('secret', at + 6)) places.push({ start: at, end: at + 6 });
        const starts = pageStarts(utf8, PAGE);
        const pages = starts.map((_, page) => readPage(utf8, starts, places, page));
        expect(pages.map(({ page }) => page.text).join('')).toBe(text);
        let before = '';
        for (const [number, { page }] of pages.entries()) {
          expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(PAGE);
          expect(page.linesBefore).toBe(before.split('\n').length - 1);
          expect(page.continuesLine).toBe(before !== '' && !before.endsWith('\n'));
          expect(pageOf(starts, starts[number] ?? -1)).toBe(number);
          before += page.text;
        }
        const found = pages[0]?.places ?? [];
        expect(found).toHaveLength(places.length);
        for (const { page, start, end } of found) {
          const shown = pages[page]?.page.text.slice(start, end) ?? '';
          // Cut only where its page ends.
          expect('secret'.startsWith(shown) && shown !== '').toBe(true);
          if (shown !== 'secret') expect(end).toBe(pages[page]?.page.text.length);
        }
      }),
    );
  });

  it('end somewhere in bytes that are no text', () => {
    const bytes = Buffer.alloc(10 * PAGE, 0x80);
    const starts = pageStarts(bytes, PAGE);
    const pages = starts.map((_, page) => readPage(bytes, starts, [{ start: 100, end: 130 }], page).page.text);
    expect(pages.join('')).toBe('\ufffd'.repeat(10 * PAGE));
  });
});
