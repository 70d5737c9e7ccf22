import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hashRecoveryCode, newRecoveryCodes, RECOVERY_CODES } from './recovery-codes.ts';
import { readCode, RECOVERY_ALPHABET, RECOVERY_LENGTH } from './typed-code.domain.ts';

describe('a typed code', () => {
  test.each(['123456', ' 123 456 ', '123-456'])('%j is a code of the app', (typed) => {
    expect(readCode(typed)).toEqual({ kind: 'totp', code: '123456' });
  });

  test.each(['', '12345', '1234567', '12345a', '１２３４５６', 'ABCDEF-ABCDEF-ABCDEF-ABCDE', 'ABCDEF-ABCDEF-ABCDEF-ABCDEU'])(
    '%j is none',
    (typed) => {
      expect(readCode(typed)).toEqual({ kind: 'unreadable' });
    },
  );

  test('a recovery code is read in any letter case, with or without dashes, and with characters that look alike', () => {
    const character = fc.constantFrom(...RECOVERY_ALPHABET);
    fc.assert(
      fc.property(
        fc.array(character, { minLength: RECOVERY_LENGTH, maxLength: RECOVERY_LENGTH }),
        fc.nat(RECOVERY_LENGTH),
        (letters, at) => {
          const code = letters.join('');
          const typed = `${code.slice(0, at)} -${code.slice(at)}`.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
          expect(readCode(typed)).toEqual({ kind: 'recovery', code });
        },
      ),
    );
  });

  test('ten new codes are different and readable, and their hashes are bound to the account', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    for (const code of codes) {
      expect(code).toMatch(/^([0-9A-Z]{6}-){3}[0-9A-Z]{6}$/);
      expect(readCode(code)).toEqual({ kind: 'recovery', code: code.replaceAll('-', '') });
    }
    expect(hashRecoveryCode('a', 'CODE')).not.toBe(hashRecoveryCode('b', 'CODE'));
  });
});
