import { describe, expect, test } from '@jest/globals';
import { grouped, isCompleted, onlyDigits } from './typed-code.ts';

describe('a code of the app', () => {
  test.each([
    ['123456', '123456'],
    ['123 456', '123456'],
    [' 12-34-56\n', '123456'],
    ['1234567', '123456'],
    ['abc', ''],
  ])('%j is read as %j', (typed, digits) => {
    expect(onlyDigits(typed)).toBe(digits);
  });

  test('is sent once it is complete, and not again when the code is the same', () => {
    expect(isCompleted('12345', '123456')).toBe(true);
    expect(isCompleted('', '123456')).toBe(true);
    expect(isCompleted('123456', '123456')).toBe(false);
    expect(isCompleted('1234', '12345')).toBe(false);
  });
});

test('a seed is shown in groups', () => {
  expect(grouped('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
});
