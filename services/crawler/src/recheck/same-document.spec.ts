import { describe, expect, it } from '@jest/globals';
import { sha256Hex } from '@leakwatch/platform';
import fc from 'fast-check';
import { type FindLines, holdsLines } from '../screening/holds-lines.ts';
import { compareDocument } from './same-document.ts';

const find: FindLines = async (held, lines) => holdsLines(held, lines);
const bytes = (text: string) => Buffer.from(text);
const HELD = 'first\r\n  key  =  one\n\tother = two\nlast';
const path = 'conf/app.env';
const LINES = ['key = one', 'other = two'];

describe('a document that is found again', () => {
  it('is the same where its bytes are, or its lines are in it', async () => {
    const hash = sha256Hex(bytes(HELD));
    expect(await compareDocument(bytes(`new\n${HELD}\nnew`), { hash, lines: LINES, path }, find)).toBe('there');
    expect(await compareDocument(bytes(HELD.replace('two', '***')), { hash, lines: LINES, path }, find)).toBe('changed');
  });

  it('is the same for its name, whatever is in it by now', async () => {
    expect(await compareDocument(bytes('anything'), { hash: null, lines: [], path }, find)).toBe('there');
    expect(await compareDocument(bytes('anything'), { hash: sha256Hex(bytes(HELD)), lines: [], path }, find)).toBe('there');
  });

  it('is the same around a file inside it where its bytes are; nobody can say it where they were not kept', async () => {
    const sought = { hash: sha256Hex(bytes(HELD)), lines: [], path: 'backup.zip!/etc/shadow' };
    expect(await compareDocument(bytes(HELD), sought, find)).toBe('there');
    expect(await compareDocument(bytes('other'), sought, find)).toBe('changed');
    await expect(compareDocument(bytes(HELD), { ...sought, hash: null }, find)).rejects.toThrow('recheck_not_offered');
  });

  it('is read by its encoding', async () => {
    const text = 'пароль = не-настоящий\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect(await compareDocument(utf16, { hash: null, lines: ['пароль = не-настоящий'], path }, find)).toBe('there');
  });

  it('holds its lines whatever stands before and behind them, and not without one of them', async () => {
    const word = fc.stringMatching(/^[a-z0-9]{6,12}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(word, { minLength: 1, maxLength: 5 }),
        fc.array(fc.constantFrom('\n', '\r\n', ' x \n', '\t'), { maxLength: 6 }),
        async (lines, around) => {
          const text = [...around, ...lines.flatMap((line) => [line, '\n']), ...around].join('');
          expect(await compareDocument(bytes(text), { hash: 'h', lines, path }, find)).toBe('there');
          const without = text.replace(lines[0] ?? '', '-');
          expect(await compareDocument(bytes(without), { hash: 'h', lines, path }, find)).toBe('changed');
        },
      ),
    );
  });
});
