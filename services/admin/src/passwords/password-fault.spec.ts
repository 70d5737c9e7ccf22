import { describe, expect, it } from '@jest/globals';
import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { contextWords, leansOnContext } from './context-words.domain.ts';
import { faultOfPassword } from './password-fault.ts';

const OWNER = {
  email: 'vera.kruglova@romashka.example',
  username: 'vera',
  first_name: 'Вера',
  last_name: 'Круглова',
  company: 'ООО «Ромашка Север»',
};
const NOBODY = { email: '', username: '', first_name: '', last_name: '', company: null };
const faultOf = (password: string) => faultOfPassword(password, OWNER);
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

describe('a new password is refused', () => {
  it.each(['Short-1A', 'no-upper-case-1', 'NO-LOWER-CASE-1', 'No-Digit-Here', ''])('for breaking a rule: %p', (password) => {
    expect(faultOf(password)).toBe('password_weak');
  });

  it.each(['Password1', 'PASSWORd123', 'Qwerty123', '1qaz2WSX3edc'])('for being common: %p', (password) => {
    expect(faultOf(password)).toBe('password_common');
  });

  it.each(['Romashka2026!', 'LeakWatch-2026', 'vera.Kruglova1', 'Круглова-1985', 'Ромашка-Север-1', '2026Vera!!'])(
    'whose it is: %p',
    (password) => {
      expect(faultOf(password)).toBe('password_of_context');
    },
  );

  it.each(['Vasilek-Na-Pole-7', 'Пароль-Лопух-7', 'Romashka-i-vasilek-7', 'Overall-Kept-Secret-7'])('for nothing: %p', (password) => {
    expect(faultOf(password)).toBeNull();
  });

  it('when it is in the list of common passwords, in any letter case', () => {
    expect(dictionary['passwords-common'].length).toBeGreaterThan(10_000);
    for (const word of dictionary['passwords-common'])
      for (const spelled of [word, capital(word), word.toUpperCase()]) expect(faultOf(spelled)).not.toBeNull();
  });
});

describe('context words', () => {
  it('are the words of the product, the person and the organisation with four characters or more', () => {
    expect(contextWords(OWNER)).toEqual(['leakwatch', 'kruglova', 'romashka', 'круглова', 'example', 'ромашка', 'север', 'vera', 'вера']);
    expect(contextWords(NOBODY)).toEqual(['leakwatch']);
  });

  it('do not refuse a password that contains none of them', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[x-z0-9!-]{9,40}$/), (password) => {
        expect(leansOnContext(password, OWNER)).toBe(false);
      }),
    );
  });

  it('do not refuse a password with eight other characters', () => {
    fc.assert(
      fc.property(fc.constantFrom(...contextWords(OWNER)), fc.stringMatching(/^[x-z0-9!-]{8,20}$/), (word, own) => {
        expect(leansOnContext(`${own}${capital(word)}`, OWNER)).toBe(false);
        expect(leansOnContext(`${own.slice(0, 7)}${capital(word)}`, OWNER)).toBe(true);
      }),
    );
  });
});
