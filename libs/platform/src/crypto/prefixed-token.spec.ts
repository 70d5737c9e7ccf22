import { describe, expect, test } from '@jest/globals';
import { crc32 } from 'node:zlib';
import { isPrefixedToken, newPrefixedToken } from './prefixed-token.ts';

const newApiToken = () => newPrefixedToken('lw_');
const isApiToken = (text: string) => isPrefixedToken('lw_', text);

describe('prefixed tokens', () => {
  test('are of one shape, and no two alike', () => {
    const made = Array.from({ length: 500 }, newApiToken);
    expect(made.every((token) => /^lw_[0-9A-Za-z]{49}$/.test(token) && isApiToken(token))).toBe(true);
    expect(new Set(made).size).toBe(500);
  });

  test('end with the CRC-32 of the middle part, in base 62', () => {
    // CRC-32 of '123456789' is 0xCBF43926 by every description of it.
    expect(crc32('123456789')).toBe(0xcbf43926);
    const secret = '0'.repeat(43);
    // 0 to 61 as digits, capitals, small letters: worked out apart from the code, by Python's zlib.crc32 and divmod.
    expect(isApiToken(`lw_${secret}2CZclj`)).toBe(true);
  });

  test.each(['', 'lw_', 'Bearer', `lw_${'0'.repeat(49)}`, `ghp_${'a'.repeat(36)}`, `${newApiToken()}0`, ` ${newApiToken()}`])(
    'are none of: %s',
    (text) => {
      expect(isApiToken(text)).toBe(false);
    },
  );

  test('with one character changed, wherever, are none', () => {
    const token = newApiToken();
    for (let at = 3; at < token.length; at += 1) {
      const other = token.charAt(at) === 'a' ? 'b' : 'a';
      expect(isApiToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
    }
  });
});
