import { expect, test } from '@jest/globals';
import { canSave, changesOf, costClass, draftOf, isFound } from './template-draft.ts';

const DRAFT = { name: 'Contract', regex: 'DOG-[0-9]{6}', hint: 'Ask', severity: 'high' } as const;

test('a draft can be sent with a name and an expression without flags and delimiters', () => {
  expect(canSave(draftOf(null))).toBe(false);
  expect(canSave(DRAFT)).toBe(true);
  expect(canSave({ ...DRAFT, hint: '' })).toBe(true);
  for (const change of [{ name: ' ' }, { regex: ' ' }, { regex: '/a/i' }, { regex: '(?i)a' }, { regex: 'a'.repeat(129) }])
    expect(canSave({ ...DRAFT, ...change })).toBe(false);
});

test('only what was changed is sent', () => {
  expect(changesOf(DRAFT, { ...DRAFT, name: ' Contract ' })).toBeNull();
  expect(changesOf(DRAFT, { ...DRAFT, hint: '', severity: 'low' })).toEqual({ hint: '', severity: 'low' });
  expect(changesOf(DRAFT, { ...DRAFT, name: 'C', regex: 'x ' })).toEqual({ name: 'C', regex: 'x' });
});

test.each([
  [20, [['DOG-']], 'low'],
  [300, [['DOG-'], ['CAT-']], 'medium'],
  [20, [], 'medium'],
  [300, [], 'high'],
] as const)('%i of 500 instructions with the queries %j cost %s', (instructions, queries, cost) => {
  expect(costClass({ instructions, most: 500 }, queries)).toBe(cost);
});

test('a search looks at what is shown, letter case ignored', () => {
  const shown = { name: 'Номер договора', hint: 'Ask', regex: 'DOG-[0-9]{6}' };
  expect([isFound(shown, 'ДОГОВОР'), isFound(shown, 'dog-'), isFound(shown, 'ask'), isFound(shown, ''), isFound(shown, 'aws')]).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});
