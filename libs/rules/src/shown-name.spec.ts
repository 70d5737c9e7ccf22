import { expect, test } from '@jest/globals';
import { shownName } from './shown-name.ts';

test.each([
  [' Acme  Ltd\t', 'Acme Ltd'],
  ['A\u200ecme', 'Acme'],
  ['\u202eemcA', 'emcA'],
  ['\u200b\ufeff', ''],
  ['Пример\u00a0и\u2009Ко', 'Пример и Ко'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['\u{1f468}\u200d\u{1f4bb}', '\u{1f468}\u200d\u{1f4bb}'],
])('%j is shown as %j', (typed, shown) => {
  expect(shownName(typed)).toBe(shown);
});
