import { expect, it, test } from '@jest/globals';
import { SERVICE_ACCOUNT_NEEDS, SERVICE_ACCOUNT_SOURCES } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { checkServiceAccount, isServicePhone, phoneDigits, type ServiceAccountForm } from './service-account-form.ts';

const GOOD: ServiceAccountForm = {
  source_type: 'github',
  company: '00000000-0000-4000-8000-000000000001',
  login: 'octo',
  password: 'token',
  has_password: false,
  proxy_ext: '198.51.100.7:3128',
  phone: '',
};

test.each([
  [{}, {}],
  [{ company: null }, { company: 'company_required' }],
  [{ company: null, source_type: 'gitlab_cloud' as const }, {}],
  [{ login: ' ' }, { login: 'login_required' }],
  [{ password: '' }, { password: 'password_required' }],
  [{ password: '', has_password: true }, {}],
  [{ proxy_ext: '' }, { proxy_ext: 'proxy_required' }],
  [{ proxy_ext: '198.51.100.7' }, { proxy_ext: 'proxy_malformed' }],
  [{ proxy_ext: 'socks5://198.51.100.7:1080' }, {}],
  [{ source_type: 'gist' as const, company: null, login: '', password: '' }, {}],
  [{ source_type: 'gist' as const, proxy_ext: '' }, { proxy_ext: 'proxy_required' }],
  [{ source_type: 'telegram' as const, company: null, proxy_ext: '', phone: '+7 900 123-45-67' }, {}],
  [
    { source_type: 'telegram' as const, login: '', password: '', phone: 'call me' },
    { login: 'login_required', password: 'password_required', phone: 'phone_malformed' },
  ],
  [
    { login: 'l'.repeat(256), password: 'p'.repeat(8193) },
    { login: 'login_too_long', password: 'password_too_long' },
  ],
])('a form with %j has the faults %j', (change, faults) => {
  expect(checkServiceAccount({ ...GOOD, ...change })).toEqual(faults);
});

test('a form has a fault exactly where its source needs what is missing', () => {
  const source = fc.constantFrom(...SERVICE_ACCOUNT_SOURCES);
  fc.assert(
    fc.property(source, fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean(), (source_type, company, login, password, proxy) => {
      const needs = SERVICE_ACCOUNT_NEEDS[source_type];
      const faults = checkServiceAccount({
        ...GOOD,
        source_type,
        company: company ? GOOD.company : null,
        login: login ? GOOD.login : '',
        password: password ? GOOD.password : '',
        proxy_ext: proxy ? GOOD.proxy_ext : '',
      });
      expect(faults).toEqual({
        ...(needs.company && !company && { company: 'company_required' }),
        ...(needs.credentials && !login && { login: 'login_required' }),
        ...(needs.credentials && !password && { password: 'password_required' }),
        ...(needs.proxy && !proxy && { proxy_ext: 'proxy_required' }),
      });
    }),
  );
});

it.each([
  ['+7 900 111-22-33', '79001112233'],
  ['79001112233', '79001112233'],
  ['8 (900) 111-22-33', '79001112233'],
  ['8 701 111 22 33', '77011112233'],
  ['007 900 1112233', '79001112233'],
  // Hong Kong, Vietnam and a short number keep their 8.
  ['+852 1234 5678', '85212345678'],
  ['+84 912 345 678', '84912345678'],
  ['89001', '89001'],
  ['', ''],
])('the telephone number %s has the digits %s', (text, digits) => {
  expect(phoneDigits(text)).toBe(digits);
});

it.each(['(((((', '+----', '     ', '(12) 34', '0012 34', '1234'])('%j is no telephone number', (text) => {
  expect(isServicePhone(text)).toBe(false);
});
