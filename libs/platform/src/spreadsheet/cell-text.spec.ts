import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cellText, cleanText, linkOf, MAX_CELL, splitCells } from './cell-text.ts';

const mark = (cut: number) => ` [${cut} more]`;
const asCell = (text: string) => cellText(text, mark);

describe('text of a cell', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '-----BEGIN KEY-----'])(
    'quotes %j, which may begin a formula',
    (text) => {
      expect(asCell(text).startsWith("'")).toBe(true);
      expect(asCell(text).slice(1)).toBe(text.replaceAll('\r', '\n'));
    },
  );

  it.each(['a=1', ' =1', "'=1", '1-1', '', 'пароль = 1'])('leaves %j as it is', (text) => {
    expect(asCell(text)).toBe(text);
  });

  it('replaces characters that XML forbids, lone surrogates among them', () => {
    expect(asCell('a\u0000b\u001bc\uffffd\ud800e\u007f')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\ufffd');
    expect(asCell('a\tb\r\nc\rd 🔑')).toBe('a\tb\nc\nd 🔑');
  });

  it('escapes text that looks like an escape', () => {
    expect(asCell('_x003D_1 _xZZZZ_ _x0041')).toBe('_x005F_x003D_1 _xZZZZ_ _x0041');
  });

  it('keeps the longest text whole, and cuts a longer one with a mark that counts', () => {
    const longest = 'я'.repeat(MAX_CELL);
    expect(asCell(longest)).toBe(longest);
    const cut = asCell(`${longest}12345`);
    expect(cut.length).toBeLessThanOrEqual(MAX_CELL);
    const kept = cut.replace(/ \[\d+ more\]$/, '');
    expect(cut).toBe(`${kept} [${MAX_CELL + 5 - kept.length} more]`);
    expect(asCell(`=${'🔑'.repeat(MAX_CELL)}`)).not.toMatch(/\p{Surrogate}/u);
  });
});

describe('text of several cells', () => {
  const piece = fc.oneof(
    fc.constantFrom('=1+1', '\n', '\r\n', '@', '-', '🔑', '_x0041_', '\u0000', '\ud800', 'a'),
    fc.integer({ min: 1, max: MAX_CELL }).map((count) => 'я'.repeat(count)),
    fc.integer({ min: 1, max: MAX_CELL }).map((count) => '🔑'.repeat(count)),
    fc.integer({ min: 1, max: MAX_CELL }).map((count) => '=\n'.repeat(count)),
  );
  /** As a spreadsheet program shows it. */
  const shown = (cell: string) => cell.replaceAll('_x005F_', '_');

  it('joined are the text; each is in bounds, no formula, and of whole characters', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        const cells = splitCells(text);
        expect(cells.map((cell) => shown(cell).replace(/^'(?=[=+\-@\t\n＝＋－＠])/, '')).join('')).toBe(cleanText(text));
        for (const cell of cells) {
          expect(shown(cell).length).toBeLessThanOrEqual(MAX_CELL);
          expect(cell).not.toMatch(/^[=+\-@\t\r\n]|\p{Surrogate}/u);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('end with lines', () => {
    const cells = splitCells(`${'x'.repeat(99)}\n`.repeat(1_000));
    expect(cells.map((cell) => cell.length)).toEqual([32_700, 32_700, 32_700, 1_900]);
  });
});

describe('link of a cell', () => {
  it.each([
    ['https://example.org/a b?c=<d>', 'https://example.org/a%20b?c=%3Cd%3E'],
    ['http://example.org', 'http://example.org/'],
    ['javascript:alert(1)', null],
    ['file:///etc/passwd', null],
    ['ssh://git@example.org/a', null],
    ['\\\\host\\share', null],
    ['', null],
    [`https://example.org/${'a'.repeat(3000)}`, null],
  ])('of %j is %j', (address, link) => {
    expect(linkOf(address)).toBe(link);
  });
});
