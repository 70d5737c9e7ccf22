import { describe, expect, it } from '@jest/globals';
import { sha256Hex } from '@leakwatch/platform';
import fc from 'fast-check';
import { compareDocument } from './same-document.ts';

const bytes = (text: string) => Buffer.from(text);
const HELD = 'first\r\n  key  =  one\n\tother = two\nlast';
const path = 'conf/app.env';
const LINES = ['key = one', 'other = two'];

describe('a document that is found again', () => {
  it('is the same where its bytes are, or its lines are in it', () => {
    const hash = sha256Hex(bytes(HELD));
    expect(compareDocument(bytes(`new\n${HELD}\nnew`), { hash, lines: LINES, path })).toBe('there');
    expect(compareDocument(bytes(HELD.replace('two', '***')), { hash, lines: LINES, path })).toBe('changed');
  });

  it('is the same for its name, whatever is in it by now', () => {
    expect(compareDocument(bytes('anything'), { hash: null, lines: [], path })).toBe('there');
    expect(compareDocument(bytes('anything'), { hash: sha256Hex(bytes(HELD)), lines: [], path })).toBe('there');
  });

  it('is the same around a file inside it where its bytes are; nobody can say it where they were not kept', () => {
    const sought = { hash: sha256Hex(bytes(HELD)), lines: [], path: 'backup.zip!/etc/shadow' };
    expect(compareDocument(bytes(HELD), sought)).toBe('there');
    expect(compareDocument(bytes('other'), sought)).toBe('changed');
    expect(() => compareDocument(bytes(HELD), { ...sought, hash: null })).toThrow('recheck_not_offered');
  });

  it('is read by its encoding', () => {
    const text = 'пароль = не-настоящий\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect(compareDocument(utf16, { hash: null, lines: ['пароль = не-настоящий'], path })).toBe('there');
  });

  it('holds its lines whatever stands before and behind them, and not without one of them', () => {
    const word = fc.stringMatching(/^[a-z0-9]{6,12}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 1, maxLength: 5 }),
        fc.array(fc.constantFrom('\n', '\r\n', ' x \n', '\t'), { maxLength: 6 }),
        (lines, around) => {
          const text = [...around, ...lines.flatMap((line) => [line, '\n']), ...around].join('');
          expect(compareDocument(bytes(text), { hash: 'h', lines, path })).toBe('there');
          const without = text.replace(lines[0] ?? '', '-');
          expect(compareDocument(bytes(without), { hash: 'h', lines, path })).toBe('changed');
        },
      ),
    );
  });
});
