import { expect, it } from '@jest/globals';
import { asLeakwatchError } from './error.filter.ts';

const fromDatabase = (code: string) => Object.assign(new Error('of PostgreSQL'), { code });

it.each([
  ['a text that PostgreSQL cannot keep', fromDatabase('22021'), '400 invalid_request'],
  ['the same in JSON, as the mapper reports it', new Error('query failed', { cause: fromDatabase('22P05') }), '400 invalid_request'],
  ['any other mistake of a query', fromDatabase('42703'), '500 internal'],
  ['a database that is away', fromDatabase('57P01'), '503 unavailable'],
])('%s has its status and code', (_, error, expected) => {
  const { status, code } = asLeakwatchError(error);
  expect(`${status} ${code}`).toBe(expected);
});
