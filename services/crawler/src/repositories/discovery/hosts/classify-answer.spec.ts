import { describe, expect, test } from '@jest/globals';
import { classifyAnswer } from './classify-answer.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const RESET = String(NOW / 1000 + 90);
const LIMITED = 'limited';
const ASKED = { resource: 'core', secret: null };

describe('an answer that is not a list', () => {
  test.each<[string, number, Record<string, string>, string, string, number | undefined]>([
    ['no such account', 404, {}, '{"message":"Not Found"}', 'discovery_not_found', undefined],
    ['a bad token', 401, {}, '{"message":"Bad credentials"}', 'discovery_refused', undefined],
    ['a scope that is missing', 403, { 'x-ratelimit-remaining': '59' }, 'Resource not accessible', 'discovery_refused', undefined],
    ['a takedown', 451, {}, '', 'discovery_refused', undefined],
    ['a spent window of GitHub', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': RESET }, '', LIMITED, 90],
    ['a spent window of GitLab', 429, { 'ratelimit-remaining': '0', 'ratelimit-reset': RESET }, 'Retry later', LIMITED, 90],
    ['a secondary limit', 403, { 'x-ratelimit-remaining': '30', 'x-ratelimit-reset': RESET }, 'secondary rate limit', LIMITED, 60],
    ['the older text of it', 403, {}, 'You have triggered an abuse detection mechanism', LIMITED, 60],
    ['retry-after in seconds', 429, { 'retry-after': '7' }, '', LIMITED, 7],
    ['retry-after as a date', 429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, '', LIMITED, 30],
    ['a retry-after that is nonsense', 429, { 'retry-after': 'soon' }, '', LIMITED, 60],
    ['a wait that is over', 429, { 'retry-after': '0' }, '', LIMITED, 1],
    ['a wait without end', 429, { 'retry-after': '999999999' }, '', LIMITED, 3600],
    ['a fault of the host', 502, {}, '<html>', 'discovery_unavailable', undefined],
  ])('%s', (_, status, headers, text, failure, seconds) => {
    const found = classifyAnswer({ status, headers: new Headers(headers), text }, ASKED, NOW);
    expect({ failure: found.failure, seconds: found.seconds }).toEqual({ failure, seconds });
  });

  test('a refused token is the account’s failure; its text does not repeat the token', () => {
    const answer = { status: 401, headers: new Headers(), text: '{"message":"Bad credentials: ghp_1"}' };
    expect(classifyAnswer(answer, { ...ASKED, secret: 'ghp_1' }, NOW)).toMatchObject({
      failure: 'account_refused',
      text: '401 {"message":"Bad credentials: ***"}',
    });
  });

  test('counts from the time of the host where our clock is wrong', () => {
    const headers = { date: 'Thu, 01 Jan 2026 00:00:00 GMT', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': RESET };
    for (const shift of [-300_000, 300_000])
      expect(classifyAnswer({ status: 403, headers: new Headers(headers), text: '' }, ASKED, NOW + shift).seconds).toBe(90);
  });
});
