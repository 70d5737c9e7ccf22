import { afterAll, expect, it } from '@jest/globals';
import { MatchingPool } from '@leakwatch/matching';
import { SCREENING_PROGRAM } from '../screening/screening-jobs.ts';
import { findLinesIn } from './find-lines.ts';

const pool = new MatchingPool({ threads: 1, program: SCREENING_PROGRAM });
afterAll(() => pool.close());

it('looks for lines in a thread, and stops when its signal is aborted', async () => {
  const bytes = Buffer.from(`data: ${Buffer.from('the password: Kot42').toString('base64')}\n`);
  const find = findLinesIn(pool, AbortSignal.timeout(60_000));
  expect(await find(bytes, ['the password: Kot42'])).toBe(true);
  expect(await find(bytes, ['the password: Kot42', 'other'])).toBe(false);
  await expect(findLinesIn(pool, AbortSignal.abort(new Error('late')))(bytes, ['x'])).rejects.toThrow('late');
});
