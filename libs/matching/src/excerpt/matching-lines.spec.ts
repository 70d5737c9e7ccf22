import { describe, expect, it } from '@jest/globals';
import { compilePatterns, normalisedMatchingLines } from '../index.ts';

function identity(text: string | Uint8Array, wanted = 'secret'): string {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const [match] = compilePatterns([{ id: 'a', kind: 'deep', text: wanted }]).match({ bytes });
  return normalisedMatchingLines(bytes, match?.spans ?? []);
}

describe('normalisedMatchingLines', () => {
  it('takes the lines that match, whatever their indent, spaces and line ends', () => {
    expect(identity('one\n\t my  secret =\t1 \r\nthree')).toBe('my secret = 1');
    expect(identity('changed\nmy secret = 1\nchanged')).toBe('my secret = 1');
  });

  it('takes each line once, in the order of appearance', () => {
    expect(identity('b secret\na secret\n b  secret\n')).toBe('b secret\na secret');
  });

  it('is the same in every encoding', () => {
    const text = 'раз\nмой  пароль\nдва';
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    const windows1251 = Uint8Array.from(text, (letter) => (letter >= 'А' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0)));
    for (const bytes of [Buffer.from(text), utf16, windows1251]) expect(identity(bytes, 'пароль')).toBe('мой пароль');
  });

  it('changes when the line does', () => {
    expect(identity('my secret = 1')).not.toBe(identity('my secret = 2'));
  });

  it('of a minified file does not change with its far parts, but with the near ones', () => {
    const file = (head: string, near: string): string => `${head}${'я'.repeat(400)}${near}secret;${'b'.repeat(400)}${head}`;
    expect(identity(file('one', 'x'))).toBe(identity(file('another', 'x')));
    expect(identity(file('one', 'x'))).not.toBe(identity(file('one', 'y')));
    expect(identity(file('one', 'x')).length).toBeLessThan(600);
  });

  it('of a match of many lines holds those lines, and is bounded', () => {
    const bytes = Buffer.from(`head\n${'key\n'.repeat(3)}tail\nend`);
    expect(normalisedMatchingLines(bytes, [{ start: 6, end: 18 }])).toBe('key\ntail');
    const huge = Buffer.from(Array.from({ length: 9000 }, (_, at) => String(at)).join('\n'));
    expect(normalisedMatchingLines(huge, [{ start: 0, end: huge.length }]).length).toBeLessThan(3000);
  });

  it('without spans is empty', () => {
    expect(normalisedMatchingLines(Buffer.from('text'), [])).toBe('');
  });
});
