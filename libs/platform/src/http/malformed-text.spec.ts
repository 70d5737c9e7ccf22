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
    ['no text at all', { count: 1, on: true, none: null }, true, []],
    ['text alone', HALF, false, ['']],
  ])('%s', (_, value, nul, paths) => {
    expect(malformedTexts(value, nul)).toEqual(paths);
  });
});
