import { expect, test } from '@jest/globals';
import { directionOf, nextSort, readSort } from './sorting.ts';

const COLUMNS = ['name', 'created'] as const;

test('an address names a column or its reverse; anything else is the own order of the list', () => {
  expect(['name', '-created', 'id', '--name', '-', '', null].map((value) => readSort(value, COLUMNS))).toEqual([
    'name',
    '-created',
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('a column rises, falls, and gives the own order back; another column begins anew', () => {
  expect(nextSort(null, 'name')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
  expect(nextSort('-name', 'name')).toBeNull();
  expect(nextSort<'name' | 'created'>('-name', 'created')).toBe('created');
  expect([null, 'name', '-name', '-created'].map((now) => directionOf(now, 'name'))).toEqual(['none', 'ascending', 'descending', 'none']);
});
