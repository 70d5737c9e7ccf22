import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@leakwatch/platform';
import { type PasswordRanges, startPasswordRanges } from '@leakwatch/simulators';
import { BreachedPasswords } from './breached-passwords.ts';

const BREACHED = 'Vasilek-Na-Pole-7';
let ranges: PasswordRanges;
const PADDED = 'Lopukh-Na-Pole-7';

beforeAll(async () => {
  ranges = await startPasswordRanges([BREACHED], [PADDED]);
});
afterAll(() => ranges.close());

const open = (url?: string) => new BreachedPasswords({ BREACHED_PASSWORDS_URL: url }, createLogger('test', 'silent'));

describe('breached passwords', () => {
  it('are looked up by the first five digits of their hash', async () => {
    const checked = open(ranges.url);
    expect(await checked.has(BREACHED)).toBe(true);
    expect(ranges.asked).toEqual([createHash('sha1').update(BREACHED).digest('hex').slice(0, 5).toUpperCase()]);
    expect(await checked.has(`${BREACHED}!`)).toBe(false);
  });

  it('are not found in lines of padding', async () => {
    expect(await open(ranges.url).has(PADDED)).toBe(false);
  });

  it('do not prevent a new password when the service is down or not configured', async () => {
    ranges.breakDown(true);
    expect(await open(ranges.url).has(BREACHED)).toBe(false);
    ranges.breakDown(false);
    expect(await open('http://127.0.0.1:9/range').has(BREACHED)).toBe(false);
    expect(await open().has(BREACHED)).toBe(false);
  });
});
