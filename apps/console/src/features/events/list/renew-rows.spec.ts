import { expect, test } from '@jest/globals';
import { makeEvent } from '../../../../mock/data/events.ts';
import { renewRows } from './renew-rows.ts';

const pageOf = (results: readonly ReturnType<typeof makeEvent>[]) => ({
  count: results.length,
  results: [...results],
  auto_filtered: 0,
  rows: null,
  groups: null,
  next_cursor: null,
});
const shown = pageOf([makeEvent(3, { due_date: null }), makeEvent(2, { due_date: null })]);

test('rows that the answer has become as they are there, in their places; new ones do not come', () => {
  const third = makeEvent(3, { due_date: '2026-12-24' });
  expect(renewRows(shown, pageOf([makeEvent(4), third]))).toEqual({ ...shown, results: [third, shown.results[1]] });
});

test('nothing is renewed where the rows are the same, or none of them is in the answer', () => {
  expect(renewRows(shown, pageOf([makeEvent(4), ...structuredClone(shown.results)]))).toBeNull();
  expect(renewRows(shown, pageOf([makeEvent(5)]))).toBeNull();
});

test('so are the events that a row stands for', () => {
  const [first] = shown.results;
  if (first === undefined) throw new Error('no row');
  const groupOf = (count: number) => ({ count, places: 1, last_seen: first.last_seen, events: [first] });
  const one = { ...pageOf([first]), groups: [groupOf(1)] };
  expect(renewRows(one, { ...pageOf([makeEvent(9), first]), groups: [groupOf(5), groupOf(2)] })?.groups).toEqual([groupOf(2)]);
});
