import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseServiceAccountList, SERVICE_ACCOUNT_LINE_MAX } from './service-account-list.ts';

const GITLAB = { source_type: 'gitlab_cloud', company: null } as const;
const GIST = { source_type: 'gist', company: null } as const;
const TELEGRAM = { source_type: 'telegram', company: null } as const;

describe('a list of service accounts', () => {
  test.each([
    ['octo secret 198.51.100.7:3128', GITLAB, { login: 'octo', password: 'secret', proxy_ext: '198.51.100.7:3128', phone: '' }],
    [
      'octo\tse:cr;et\tsocks5://198.51.100.7:1',
      GITLAB,
      { login: 'octo', password: 'se:cr;et', proxy_ext: 'socks5://198.51.100.7:1', phone: '' },
    ],
    ['198.51.100.7:3128', GIST, { login: '', password: '', proxy_ext: '198.51.100.7:3128', phone: '' }],
    ['octo secret 198.51.100.7:3128', GIST, { login: 'octo', password: 'secret', proxy_ext: '198.51.100.7:3128', phone: '' }],
    ['hunter secret +79001234567', TELEGRAM, { login: 'hunter', password: 'secret', proxy_ext: '', phone: '+79001234567' }],
    [
      'hunter secret +79001234567 198.51.100.7:1',
      TELEGRAM,
      { login: 'hunter', password: 'secret', proxy_ext: '198.51.100.7:1', phone: '+79001234567' },
    ],
    [
      'hunter secret 198.51.100.7:1 +79001234567',
      TELEGRAM,
      { login: 'hunter', password: 'secret', proxy_ext: '198.51.100.7:1', phone: '+79001234567' },
    ],
  ] as const)('%j is read', (line, of, entry) => {
    expect(parseServiceAccountList(`\n ${line} \r\n`, of)).toEqual({ entries: [entry] });
  });

  test.each([
    ['octo secret', GITLAB, 'proxy_required'],
    ['octo', GITLAB, 'password_required'],
    ['198.51.100.7:3128', GITLAB, 'login_required'],
    ['octo secret proxy.example:3128', GITLAB, 'line_malformed'],
    ['octo secret 198.51.100.7:1 198.51.100.7:2', GITLAB, 'line_malformed'],
    ['octo secret 198.51.100.7:1 +79001234567 +79001234568', GITLAB, 'line_malformed'],
    ['octo secret 198.51.100.7:1 more', GITLAB, 'line_malformed'],
    ['octo secret 198.51.100.7:1', { source_type: 'github', company: null }, 'company_required'],
    [`octo ${'s'.repeat(SERVICE_ACCOUNT_LINE_MAX)} 198.51.100.7:1`, GITLAB, 'line_too_long'],
  ] as const)('%j has a fault, which is named with its line', (line, of, fault) => {
    expect(parseServiceAccountList(`good secret 198.51.100.9:1\n\n${line}\nbad`, of)).toEqual(
      fault === 'company_required' ? { position: 1, fault } : { position: 2, fault },
    );
  });

  test('reads again what is written as lines', () => {
    const word = fc.string({ minLength: 1, maxLength: 50 }).filter((text) => /^[^\s:]+$/.test(text));
    const entry = fc.record({
      login: word,
      password: word,
      proxy_ext: fc.integer({ min: 1, max: 65_535 }).map((port) => `198.51.100.7:${port}`),
      phone: fc.constantFrom('', '+79001234567'),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
        const text = entries.map((one) => `${one.login} ${one.password}\t${one.proxy_ext} ${one.phone}`).join('\n');
        expect(parseServiceAccountList(text, GITLAB)).toEqual({ entries });
      }),
    );
  });
});
