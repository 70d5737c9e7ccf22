import { expect, test } from '@jest/globals';
import { makeEvent } from '../../../../mock/data/events.ts';
import { findNews } from './find-news.ts';

const open = (number: number) => makeEvent(number, { status: 'open' });
const pageOf = (numbers: readonly number[], count = numbers.length) => ({
  count,
  results: numbers.map(open),
  auto_filtered: 0,
  rows: null,
  groups: null,
  next_cursor: null,
});

test('the same rows may be renewed in place', () => {
  expect(findNews(pageOf([3, 2, 1]), pageOf([3, 2, 1]), 1, 'open')).toEqual({ fresh: 0, sameRows: true, gone: 0 });
});

test('rows that others took out of the list are counted; rows that slid to the next page are not', () => {
  expect(findNews(pageOf([5, 4, 3], 4), pageOf([5, 3, 2], 3), 1, 'open').gone).toBe(1);
  expect(findNews(pageOf([3, 2, 1], 4), pageOf([4, 3, 2], 5), 1, 'open').gone).toBe(0);
});

test('newer events on top are counted', () => {
  expect(findNews(pageOf([3, 2, 1]), pageOf([5, 4, 3], 5), 1, 'open')).toMatchObject({ fresh: 2, sameRows: false });
});

test('rows that slid up from the next page are not new', () => {
  expect(findNews(pageOf([5, 4, 3], 4), pageOf([5, 3, 2], 3), 1, 'open').fresh).toBe(0);
});

test('a page full of new events says how many there are in all', () => {
  expect(findNews(pageOf([1], 1), pageOf([9, 8, 7], 8), 1, 'open').fresh).toBe(7);
  expect(findNews(pageOf([]), pageOf([2, 1]), 1, 'open').fresh).toBe(2);
});

test('on later pages the total shows it', () => {
  expect(findNews(pageOf([3, 2], 12), pageOf([4, 3], 13), 2, 'open').fresh).toBe(1);
});

test('rows that the person moved out of the list are not counted as gone', () => {
  const shown = { count: 1, results: [makeEvent(1, { status: 'fixed' })], auto_filtered: 0, rows: null, groups: null, next_cursor: null };
  expect(findNews(shown, pageOf([2], 0), 1, 'open')).toMatchObject({ gone: 0 });
});
