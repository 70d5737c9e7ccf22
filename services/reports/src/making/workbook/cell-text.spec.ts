import { describe, expect, it } from '@jest/globals';
import { cellText, linkOf, MAX_CELL } from './cell-text.domain.ts';

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
