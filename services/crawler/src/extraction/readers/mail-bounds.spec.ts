import { expect, test } from '@jest/globals';
import { boundedMail, MAIL_ALL_LINES_MAX, MAIL_DASHES_MAX, MAIL_LINES_MAX } from './mail-bounds.ts';

test.each([
  ['lines', 'a\n', MAIL_LINES_MAX],
  ['empty lines', '\n', MAIL_LINES_MAX],
  ['lines of a file', `${'a'.repeat(76)}\n`, MAIL_ALL_LINES_MAX],
  ['lines that may begin a part', '--a\r\n', MAIL_DASHES_MAX],
])('a mail of as many %s as are read has no rest, and one more is the rest', (_, line, count) => {
  const most = Buffer.from(line.repeat(count));
  const { mail: whole, rest: none } = boundedMail(most);
  expect([whole.byteLength, none.byteLength]).toEqual([most.byteLength, 0]);
  const { mail, rest } = boundedMail(Buffer.concat([most, Buffer.from(`${line}end`)]));
  expect(mail.byteLength).toBe(most.byteLength);
  expect(Buffer.from(rest).toString()).toBe(`${line}end`);
});
