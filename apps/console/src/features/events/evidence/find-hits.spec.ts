import { describe, expect, test } from '@jest/globals';
import { findHits, MAX_HITS } from './find-hits.ts';

describe('a search in a text', () => {
  test.each([
    ['a.b AXB a.B', 'a.b', ['a.b', 'a.B']],
    ['Пароль: пАРОЛЬ', 'пароль', ['Пароль', 'пАРОЛЬ']],
    ['(x) [y] {z} \\ / $', ') [y] {z} \\ / $', [') [y] {z} \\ / $']],
    ['text', '', []],
    // A letter with a mark that stands apart, as in PDF files; typed in either way.
    ['Внутреннии\u0306 и\u0306од', 'ний', ['нии\u0306']],
    ['йод и\u0306од', 'и\u0306од', ['йод', 'и\u0306од']],
    ['pass\u00adwo\u200brd \ufeffpassword', 'password', ['pass\u00adwo\u200brd', 'password']],
    ['W\u200bW', 'w\u200bw', ['W\u200bW']],
    ['pass\u202eword', 'password', ['pass\u202eword']],
    ['x\uf900y', '\uf900', ['\uf900']],
    ['a\u200bb', '\u200b', ['\u200b']],
    ['👩\u200d👧 👩', '👩', ['👩', '👩']],
  ])('in %j for %j finds %j', (text, wanted, found) => {
    expect(findHits(text, wanted).map(({ start, end }) => text.slice(start, end))).toEqual(found);
  });

  test('ends after many hits', () => {
    expect(findHits('aa'.repeat(MAX_HITS), 'a')).toHaveLength(MAX_HITS);
  });
});
