import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { malformedTexts } from './malformed-text.ts';

const HALF = '\ud800';

describe('texts that no database keeps', () => {
  test.each<[string, unknown, boolean, string[]]>([
    ['half of a pair', { title: `a${HALF}b` }, false, ['title']],
    ['half of a pair, deep inside', { lists: [['fine'], { name: HALF }] }, false, ['lists.1.name']],
    ['half of a pair as a name', { record: { [HALF]: 1 } }, false, ['record']],
    ['a NUL in a query', { title: '\0' }, true, ['title']],
    ['a whole pair and a NUL in a body', { title: '😀\0' }, false, []],
    ['a NUL in what the framework makes of a query', Object.assign(Object.create(Object.create(null)), { title: '\0' }), true, ['title']],
    ['no text at all', { count: 1, on: true, none: null }, true, []],
    ['text alone', HALF, false, ['']],
  ])('%s', (_, value, nul, paths) => {
    expect(malformedTexts(value, nul)).toEqual(paths);
  });

  test('are found however deep they stand', () => {
    const depth = 100_000;
    const deep: unknown = JSON.parse(`${'['.repeat(depth)}"\\ud800"${']'.repeat(depth)}`);
    expect(malformedTexts(deep, false)).toHaveLength(1);
  });

  test('are not looked for in the stream of a file', () => {
    expect(malformedTexts(Object.assign(Readable.from(['a']), { name: HALF }), true)).toEqual([]);
  });
});
