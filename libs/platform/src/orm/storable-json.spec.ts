import { describe, expect, it } from '@jest/globals';
import { storableJson } from './storable-json.ts';

describe('a value for jsonb', () => {
  it.each([
    ['NUL', 'a\0b', 'a\ufffdb'],
    ['half of a character', 'a\ud83d', 'a\ufffd'],
    ['its other half', '\ude00a', '\ufffda'],
    ['a whole character', '\ud83d\ude00', '\ud83d\ude00'],
    ['an escape that the text itself holds', '\\u0000 \\ud83d', '\\u0000 \\ud83d'],
  ])('%s', (_, text, stored) => {
    expect(JSON.parse(storableJson([{ text, deep: { text } }, null, 1]))).toEqual([{ text: stored, deep: { text: stored } }, null, 1]);
  });
});
