import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { unstorableAt } from './unstorable.ts';

const whole = { leavesNul: false };

it.each([
  ['a\0b', ''],
  [{ login: 'a\0b' }, 'login'],
  [{ filters: { owners: ['fine', 'not\ud800'] } }, 'filters.owners.1'],
  [{ filters: { 'na\0me': 1 } }, 'filters'],
  [['\udc00'], '0'],
])('%j holds text that cannot be stored', (value, place) => {
  expect(unstorableAt(value, whole)).toBe(place);
});

it.each([['обычный 🙂 text\n\t\u0001\ufffd'], [{ a: [null, 1, true, { b: '' }] }], [undefined], [null], [Readable.from(['\0'])]])(
  'takes what can be (%#)',
  (value) => {
    expect(unstorableAt(value, whole)).toBeNull();
  },
);

it('keeps U+0000 for the rules that check it, and removes lone surrogates', () => {
  expect(unstorableAt({ lines: ['a\0b', '😀'] }, { leavesNul: true })).toBeNull();
  expect(unstorableAt({ lines: ['a\0b', '\ud83d'] }, { leavesNul: true })).toBe('lines.1');
});

it('handles a body of the maximum depth', () => {
  const depth = 100_000;
  const deep: unknown = JSON.parse(`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`);
  expect(unstorableAt(deep, whole)).not.toBeNull();
});
