import { describe, expect, test } from '@jest/globals';
import { publicDomains } from './public-domains.ts';

const keyword = (name: string, at: number) => ({ id: `00000000-0000-4000-8000-00000000000${at}`, name });
const pair = (pattern: string, waiting: boolean) => ({ id: pattern, kind: 'public_domain' as const, pattern, waiting });

describe('public domains of a task', () => {
  test('an added keyword waits, its old domain does not', () => {
    const found = publicDomains({
      patterns: [{ patterns_type: 'public_domains', patterns: ['corp.com'], keywords: [keyword('vpn', 1), keyword('key', 2)] }],
      search_patterns: [pair('corp.com vpn', false), pair('corp.com key', true)],
    });
    expect(found.domains).toEqual([{ text: 'corp.com', waiting: false }]);
    expect(found.keywords).toEqual([
      { text: 'vpn', waiting: false },
      { text: 'key', waiting: true },
    ]);
  });

  test('an added domain is pending, and a keyword of two groups is shown once', () => {
    const found = publicDomains({
      patterns: [{ patterns_type: 'public_domains', patterns: ['corp.com', 'new.com'], keywords: [keyword('vpn', 1), keyword('vpn', 2)] }],
      search_patterns: [pair('corp.com vpn', false), pair('new.com vpn', true)],
    });
    expect(found.domains.map(({ waiting }) => waiting)).toEqual([false, true]);
    expect(found.keywords).toEqual([{ text: 'vpn', waiting: false }]);
  });
});
