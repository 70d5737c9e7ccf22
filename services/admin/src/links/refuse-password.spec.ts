import { describe, expect, it } from '@jest/globals';
import { COMMON_PASSWORDS } from './common-passwords.data.ts';
import { faultOfPassword } from './refuse-password.ts';

const listed = COMMON_PASSWORDS.trim().split(/\s+/);
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

describe('what speaks against a new password', () => {
  it.each(['Short-1A', 'no-upper-case-1', 'NO-LOWER-CASE-1', 'No-Digit-Here', ''])('the rules: %p', (password) => {
    expect(faultOfPassword(password)).toBe('password_weak');
  });

  it.each(['Password1', 'PASSWORd123', 'Qwerty123', '1qaz2WSX3edc'])('how common it is: %p', (password) => {
    expect(faultOfPassword(password)).toBe('password_common');
  });

  it('nothing', () => {
    expect(faultOfPassword('Vasilek-Na-Pole-7')).toBeNull();
    expect(faultOfPassword('Пароль-Ромашка-7')).toBeNull();
  });

  it('no listed password passes, however its letters are written', () => {
    expect(listed.length).toBeGreaterThan(300);
    for (const word of listed)
      for (const spelled of [word, capital(word), word.toUpperCase()]) expect(faultOfPassword(spelled)).not.toBeNull();
  });
});
