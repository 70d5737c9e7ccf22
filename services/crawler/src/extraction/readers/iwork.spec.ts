import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { textsOf, zip } from '../documents.fixture.ts';
import { formatOf } from '../formats.ts';
import { component } from '../iwork.fixture.ts';
import { isIwork } from './iwork.ts';

const LEAK = 'пароль: Кот42';

describe('Pages, Numbers and Keynote since 2013', () => {
  test('the texts of a file within the package', async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => `Имя ${at} оклад ${(at * 7_919) % 10_007}`);
    const { texts, unread } = await textsOf(zip({ 'Index/Document.iwa': component([LEAK, ...rows]) }), 'salaries.numbers');
    expect(unread).toEqual([]);
    expect(texts['Index/Document.iwa!/text']?.split('\n')).toEqual(expect.arrayContaining([LEAK, ...rows]));
  });

  test('whatever texts', async () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 2, maxLength: 300 })
      .filter((text) => /^[^\p{Cc}\ufffd]+$/u.test(text) && text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 20 }), async (lines) => {
        const { texts } = await textsOf(component(lines));
        expect(texts['text']?.split('\n')).toEqual(expect.arrayContaining(lines.filter((one) => one.length > 1)));
      }),
    );
  });

  test('wherever it is spoiled or cut, nothing but its texts is lost', async () => {
    const whole = component([LEAK, ...Array.from({ length: 50 }, (_, at) => `line ${at}`)]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, byte, length) => {
        const spoiled = Buffer.from(whole);
        spoiled[at] = byte;
        const bytes = spoiled.subarray(0, Math.max(1, length));
        const { texts, unread } = await textsOf(bytes);
        // What gives no text is matched as it is.
        expect(Object.keys(texts)).toHaveLength(1);
        expect(unread.every(({ reason }) => reason === 'damaged')).toBe(true);
      }),
    );
  });

  test('other files that begin with a zero are none', () => {
    for (const text of ['', '\0', '\0\u0001\0\0\0', '\0\0\0\0', '\0\u0004\0\0abcd'])
      expect([isIwork(Buffer.from(text, 'latin1')), formatOf(Buffer.from(text, 'latin1'))]).toEqual([false, null]);
  });
});
