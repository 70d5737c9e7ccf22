import { describe, expect, it } from '@jest/globals';
import { decodeText, detectEncoding } from '../index.ts';
import { sequenceLength } from './detect-encoding.ts';

function windows1251(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => (letter >= 'А' && letter <= 'я' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0)));
}

describe('detectEncoding', () => {
  it.each<[string, Uint8Array, string, string]>([
    ['nothing', new Uint8Array(), 'utf-8', ''],
    ['ASCII', Buffer.from('abc'), 'utf-8', 'abc'],
    ['UTF-8', Buffer.from('пароль 密码'), 'utf-8', 'пароль 密码'],
    ['UTF-8 with a mark', Buffer.from('\ufeffabc'), 'utf-8', 'abc'],
    ['UTF-8 cut in a letter', Buffer.from('пароль').subarray(0, 11), 'utf-8', 'парол\ufffd'],
    ['UTF-8 with a stray byte', Buffer.concat([Buffer.from('пароль '), Buffer.from([0xff])]), 'utf-8', 'пароль \ufffd'],
    ['UTF-16, little end first', Buffer.from('\ufeffпароль', 'utf16le'), 'utf-16le', 'пароль'],
    ['UTF-16, big end first', Buffer.from('\ufeffпароль', 'utf16le').swap16(), 'utf-16be', 'пароль'],
    ['windows-1251', windows1251('Мой пароль: abc'), 'windows-1251', 'Мой пароль: abc'],
    ['one word of windows-1251', windows1251('ДОСТУП'), 'windows-1251', 'ДОСТУП'],
    ['Latin-1', Buffer.from('Le mot de passe du café déjà créé', 'latin1'), 'latin-1', 'Le mot de passe du café déjà créé'],
    ['a NUL byte', Buffer.from('ab\0я'), 'binary', 'ab\0я'],
    ['broken bytes of a binary', Buffer.from([0, 0xff, 0x41]), 'binary', '\0\ufffdA'],
  ])('reads %s', (_, bytes, encoding, text) => {
    expect(detectEncoding(bytes)).toBe(encoding);
    expect(decodeText(bytes)).toBe(text);
  });
});

it('is the same wherever the few bytes stand that are not ASCII', () => {
  for (const at of [0, 1, 1022, 1023, 1024, 1025, 2047, 2048, 5000]) {
    const around = (middle: Uint8Array) => Buffer.concat([Buffer.alloc(at, 'x'), middle, Buffer.alloc(3000, 'y')]);
    expect(detectEncoding(around(Buffer.from('пар')))).toBe('utf-8');
    expect(detectEncoding(around(Buffer.concat([Buffer.from('пар'), Buffer.from([0xff])])))).toBe('utf-8');
    expect(detectEncoding(around(windows1251('пар')))).toBe('windows-1251');
    expect(detectEncoding(around(Buffer.from('é', 'latin1')))).toBe('latin-1');
  }
});

it('finds the sequences that the decoder of the runtime takes', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const isLetter = (bytes: Uint8Array) => {
    try {
      return [...decoder.decode(bytes)].length === 1;
    } catch {
      return false;
    }
  };
  const seconds = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0];
  const further = [0x7f, 0x80, 0xbf, 0xc0];
  for (let lead = 0x80; lead <= 0xff; lead++)
    for (const bytes of seconds.flatMap((second) =>
      further.flatMap((third) => further.map((last) => Uint8Array.of(lead, second, third, last))),
    ))
      if (sequenceLength(bytes, 0) !== ([2, 3, 4].find((length) => isLetter(bytes.subarray(0, length))) ?? 0))
        throw new Error(`${bytes.join(' ')} is read otherwise`);
});
