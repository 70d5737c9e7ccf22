import { expect, it } from '@jest/globals';
import { UpstreamError } from '../accounts/upstream-error.ts';
import { reportOf } from './check-report.ts';

it.each([
  ['a\0b', 'a\ufffdb'],
  ['\ude00a', '\ufffda'],
  [`${'x'.repeat(299)}😀`, `${'x'.repeat(299)}\ufffd`],
])('the report of a check holds only what can be stored: %j', (text, message) => {
  expect(reportOf(new UpstreamError('account_refused', { text }))).toEqual({ outcome: 'refused', message, seconds: null });
});
