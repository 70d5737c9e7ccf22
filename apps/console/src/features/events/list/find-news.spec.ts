import { expect, test } from '@jest/globals';
import { makeEvent } from '../../../../mock/data/events.ts';
import { findNews } from './find-news.ts';

const NONE: ReadonlySet<string> = new Set();
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
  expect(findNews(pageOf([3, 2, 1]), pageOf([3, 2, 1]), 1, 'open', NONE)).toEqual({ fresh: 0, sameRows: true, gone: 0, missing: [] });
});

test('rows that others took out of the list are counted; rows that slid to the next page are not', () => {
  expect(findNews(pageOf([5, 4, 3], 4), pageOf([5, 3, 2], 3), 1, 'open', NONE).gone).toBe(1);
  expect(findNews(pageOf([3, 2, 1], 4), pageOf([4, 3, 2], 5), 1, 'open', NONE).gone).toBe(0);
});

test('newer events on top are counted', () => {
  expect(findNews(pageOf([3, 2, 1]), pageOf([5, 4, 3], 5), 1, 'open', NONE)).toMatchObject({ fresh: 2, sameRows: false });
});

test('rows that slid up from the next page are not new', () => {
  expect(findNews(pageOf([5, 4, 3], 4), pageOf([5, 3, 2], 3), 1, 'open', NONE).fresh).toBe(0);
});

test('a page full of new events says how many there are in all', () => {
  expect(findNews(pageOf([1], 1), pageOf([9, 8, 7], 8), 1, 'open', NONE).fresh).toBe(7);
  expect(findNews(pageOf([]), pageOf([2, 1]), 1, 'open', NONE).fresh).toBe(2);
});

test('on later pages the total shows it', () => {
  expect(findNews(pageOf([3, 2], 12), pageOf([4, 3], 13), 2, 'open', NONE).fresh).toBe(1);
});

test('rows that the person moved out of the list are not counted as gone', () => {
  const shown = { count: 1, results: [makeEvent(1, { status: 'fixed' })], auto_filtered: 0, rows: null, groups: null, next_cursor: null };
  expect(findNews(shown, pageOf([2], 0), 1, 'open', NONE)).toMatchObject({ gone: 0 });
});

test('rows that are known to have left the list are counted though they show it, and are not read again', () => {
  const [left, stays] = [makeEvent(2, { status: 'fixed' }), makeEvent(1, { status: 'open' })];
  const shown = { ...pageOf([]), count: 2, results: [left, stays] };
  expect(findNews(shown, pageOf([1], 1), 1, 'open', new Set([left.id]))).toMatchObject({ gone: 1, missing: [] });
  // One came and one left: it is read, though the list has as many as before.
  expect(findNews(pageOf([2, 1]), pageOf([3, 1]), 1, 'open', NONE).missing.map(({ id }) => id)).toEqual([left.id]);
});
