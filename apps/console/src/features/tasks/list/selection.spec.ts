import { expect, test } from '@jest/globals';
import { stillChosen, toggleAll } from './selection.ts';

test('tasks selected on another page stay selected', () => {
  const page = [
    { id: 'c', status: false },
    { id: 'd', status: true },
  ];
  expect(stillChosen(['a', 'c', 'd'], page)).toEqual(['a', 'c']);
});

test.each([
  ['none of the page', ['a'], ['a', 'c', 'd']],
  ['a part of the page', ['c', 'a'], ['a', 'c', 'd']],
  ['the whole page', ['a', 'd', 'c'], ['a']],
])('all, with %s chosen', (_, chosen, after) => {
  expect(toggleAll(chosen, ['c', 'd'])).toEqual(after);
});
