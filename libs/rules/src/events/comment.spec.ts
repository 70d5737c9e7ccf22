import { expect, test } from '@jest/globals';
import { COMMENT_MAX } from '../limits.ts';
import { readComment } from './comment.ts';

test.each(['', ' \r\n\t ', '\u200b\u200b', ' \u202e\n\u200d ', '\ufeff'])('%j shows nothing and is an empty comment', (typed) => {
  expect(readComment(typed)).toEqual({ fault: 'comment_empty' });
});

test('a comment keeps its characters, also those without width', () => {
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
  expect(readComment(` a\r\n${family} `)).toEqual({ text: `a\n${family}` });
  expect(readComment('\u{1f600}'.repeat(COMMENT_MAX))).toHaveProperty('text');
  expect(readComment('x'.repeat(COMMENT_MAX + 1))).toEqual({ fault: 'comment_too_long' });
});
