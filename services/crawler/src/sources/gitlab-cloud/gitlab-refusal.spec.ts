import { describe, expect, test } from '@jest/globals';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { refusalOf } from './gitlab-refusal.ts';

const SECRET = 'glpat-abc';
const NOW = Date.parse('2026-01-01T00:00:00Z');
const asked = { resource: 'search', general: 'api', secret: SECRET };
const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { date: new Date(NOW).toUTCString(), ...headers } });

async function meaningOf(response: Response): Promise<unknown[]> {
  const refusal = await refusalOf(response, asked);
  if (!(refusal instanceof UpstreamError)) return [refusal.reason];
  return refusal.failure === 'limited' ? [refusal.failure, refusal.resource, refusal.seconds] : [refusal.failure];
}

describe('an answer of GitLab that is no success', () => {
  test.each<[string, Response, unknown[]]>([
    ['a bad token', answer(401, '{"message":"401 Unauthorized"}'), ['account_refused']],
    ['a token without read_api', answer(403, '{"error":"insufficient_scope"}'), ['account_refused']],
    ['a deactivated person', answer(403, '{"message":"403 Forbidden - Your account has been deactivated"}'), ['account_refused']],
    ['a scope of another tier', answer(400, '{"message":"Scope supported only with advanced search"}'), ['scope']],
    ['a kind of search that is not there', answer(400, '{"message":"400 Bad request - search_type is not available"}'), ['scope']],
    ['a scope that is switched off', answer(403, '{"message":"403 Forbidden - Global Search is disabled for this scope"}'), ['scope']],
    ['a project for members', answer(403, '{"message":"403 Forbidden"}'), ['refused']],
    ['a takedown', answer(451, ''), ['refused']],
    ['something deleted', answer(404, '{"message":"404 Project Not Found"}'), ['gone']],
    ['a query that is too long', answer(400, '{"message":"400 Bad request - Search query is too long"}'), ['query_refused']],
    ['an address that is blocked', answer(403, 'Forbidden\n'), ['limited', 'api', 900]],
    ['a search that timed out', answer(408, '{"message":{"error":"Request timed out"}}'), ['unavailable']],
    ['a fault', answer(503, '<html>'), ['unavailable']],
    ['a teapot', answer(418, ''), ['broken_answer']],
    ['too many searches', answer(429, '{}', { 'retry-after': '31', 'ratelimit-remaining': '1900' }), ['limited', 'search', 31]],
    ['too many searches, no duration', answer(429, 'Retry later\n', { 'ratelimit-remaining': '9' }), ['limited', 'search', 60]],
    [
      'too many requests',
      answer(429, 'Retry later\n', { 'ratelimit-remaining': '0', 'ratelimit-reset': String(NOW / 1000 + 12) }),
      ['limited', 'api', 12],
    ],
  ])('%s', async (_, response, expected) => {
    expect(await meaningOf(response)).toEqual(expected);
  });

  test('is quoted within bounds, without the token', async () => {
    const { text } = await refusalOf(answer(500, `${SECRET} failed\n${'x'.repeat(10_000)}`), asked);
    expect(text).toMatch(/^500 \*\*\* failed x+$/);
    expect(text).toHaveLength(300);
  });
});
