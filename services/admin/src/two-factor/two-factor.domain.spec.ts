import { describe, expect, test } from '@jest/globals';
import { loginStep, refuseSetUp } from './two-factor.domain.ts';

describe('the step after a correct password', () => {
  test.each([
    [true, true, 'code'],
    [true, false, 'code'],
    [false, true, 'set-up'],
    [false, false, 'in'],
  ] as const)('active %s, mandatory %s: %s', (active, mandatory, step) => {
    expect(loginStep({ active, mandatory })).toBe(step);
  });
});

describe('a new second factor', () => {
  test.each([
    [{ active: false, mandatory: false }, false, null],
    [{ active: false, mandatory: true }, true, null],
    [{ active: false, mandatory: true }, false, 'two_factor_by_organisation'],
    [{ active: true, mandatory: false }, false, 'two_factor_active'],
    // An attacker who only knows the password must not replace the owner's second factor.
    [{ active: true, mandatory: false }, true, 'two_factor_active'],
    [{ active: true, mandatory: true }, true, 'two_factor_active'],
  ] as const)('%j, pending %s: %s', (facts, pending, refusal) => {
    expect(refuseSetUp(facts, pending)).toBe(refusal);
  });
});
