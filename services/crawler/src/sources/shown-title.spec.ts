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

test.each(['Plan', 'Beware!/Passwords', 'really!', '!/', '!/!/base64'])(
  'the title %j is never taken for the path of something inside',
  (title) => {
    const path = shownTitle(title, 'key');
    expect(splitInside(path)).toEqual({ path, inner: '' });
    expect(splitInside(pathInside(path, 'a.env'))).toEqual({ path, inner: 'a.env' });
  },
);
