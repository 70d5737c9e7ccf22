import { expect, test } from '@jest/globals';
import { pathInside, splitInside } from '@leakwatch/matching';
import { shownTitle } from './shown-title.ts';

test.each([
  ['  dump  of\nall.env ', 'dump of all.env'],
  ['Beware!/Passwords', 'Beware! /Passwords'],
  ['!!//', '!! //'],
  [' \t', 'key'],
  ['x'.repeat(400), 'x'.repeat(300)],
])('the title %j is shown as %j', (title, shown) => expect(shownTitle(title, 'key')).toBe(shown));

test.each(['Plan', 'Beware!/Passwords', 'really!', '!/', '!/!/base64'])('what is inside of %j is told from its title', (title) => {
  const path = shownTitle(title, 'key');
  expect(splitInside(path)).toEqual({ path, inner: '' });
  expect(splitInside(pathInside(path, 'a.env'))).toEqual({ path, inner: 'a.env' });
});
