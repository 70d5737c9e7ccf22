import { isIPv4 } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkProxy, isIpv4, parseProxyAddress, parseProxyEntry, parseProxyList } from './proxy-form.ts';

const PROXY = { type: 'http', ip_address: '198.51.100.7', port: 3128, login: 'user', password: 'pass' };

describe('a proxy entry', () => {
  test.each([
    ['198.51.100.7:3128:user:pass', PROXY],
    ['http://198.51.100.7:3128:user:pass', PROXY],
    ['socks5://198.51.100.7:3128:user:pass', { ...PROXY, type: 'socks5' }],
    ['198.51.100.7:3128:user:pa:ss', { ...PROXY, password: 'pa:ss' }],
    ['0.0.0.0:1:u:p', { ...PROXY, ip_address: '0.0.0.0', port: 1, login: 'u', password: 'p' }],
    ['255.255.255.255:65535:u:p', { ...PROXY, ip_address: '255.255.255.255', port: 65_535, login: 'u', password: 'p' }],
  ])('%s is read', (text, entry) => {
    expect(parseProxyEntry(text)).toEqual(entry);
  });

  test.each([
    '',
    '198.51.100.7',
    '198.51.100.7:3128',
    '198.51.100.7:3128:user',
    '198.51.100.7:3128:user:',
    '198.51.100.7:3128::pass',
    '198.51.100.7:0:user:pass',
    '198.51.100.7:65536:user:pass',
    '198.51.100.256:3128:user:pass',
    '198.51.100.07:3128:user:pass',
    '198.51.100:3128:user:pass',
    'proxy.example:3128:user:pass',
    'socks4://198.51.100.7:3128:user:pass',
    `198.51.100.7:3128:${'u'.repeat(256)}:p`,
    `198.51.100.7:3128:u:${'p'.repeat(256)}`,
  ])('%j is malformed', (text) => {
    expect(parseProxyEntry(text)).toBeNull();
  });

  test('what is written as an entry is read again', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const word = fc.string({ minLength: 1, maxLength: 255 }).filter((text) => /^[^\s:]+$/.test(text));
    const proxy = fc.record({
      type: fc.constantFrom('http' as const, 'socks5' as const),
      ip_address: fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.')),
      port: fc.integer({ min: 1, max: 65_535 }),
      login: word,
      password: word,
    });
    fc.assert(
      fc.property(fc.array(proxy, { maxLength: 5 }), fc.constantFrom(' ', '\n', '\r\n\t'), (all, between) => {
        const text = all.map((one) => `${one.type}://${one.ip_address}:${one.port}:${one.login}:${one.password}`).join(between);
        expect(parseProxyList(text)).toEqual({ entries: all });
      }),
    );
  });

  test('exactly the addresses that node reads as IPv4 are valid', () => {
    const part = fc.oneof(fc.integer({ min: 0, max: 300 }).map(String), fc.constantFrom('', '00', '01', '0x1', ' 1', '-1', '1e1'));
    fc.assert(
      fc.property(fc.array(part, { minLength: 3, maxLength: 5 }), (parts) => {
        const text = parts.join('.');
        expect(isIpv4(text)).toBe(isIPv4(text));
      }),
    );
  });
});

describe('a list of entries', () => {
  test('names the first that is malformed', () => {
    expect(parseProxyList(' 198.51.100.7:1:u:p\n198.51.100.999:1:u:p  bad')).toEqual({ malformed: '198.51.100.999:1:u:p', position: 2 });
  });

  test('without an entry is empty', () => {
    expect(parseProxyList(' \n ')).toEqual({ entries: [] });
  });
});

test.each([
  ['198.51.100.7:3128', { type: 'http', ip_address: '198.51.100.7', port: 3128 }],
  [' socks5://198.51.100.7:1080 ', { type: 'socks5', ip_address: '198.51.100.7', port: 1080 }],
  ['198.51.100.7:3128:user:pass', null],
  ['198.51.100.7', null],
  ['198.51.100.7:70000', null],
])('the address %j of an account’s form is %j', (text, address) => {
  expect(parseProxyAddress(text)).toEqual(address);
});

const FORM = { ip_address: '198.51.100.7', port: '3128', login: 'user', password: '', has_password: true };
test.each([
  [{}, {}],
  [{ has_password: false }, { password: 'password_required' }],
  [{ has_password: false, password: 'p' }, {}],
  [{ password: 'p'.repeat(256) }, { password: 'password_too_long' }],
  [{ ip_address: ' ' }, { ip_address: 'address_required' }],
  [{ ip_address: '1.2.3' }, { ip_address: 'address_malformed' }],
  [{ port: '' }, { port: 'port_required' }],
  [{ port: '1e3' }, { port: 'port_malformed' }],
  [{ port: '65536' }, { port: 'port_malformed' }],
  [{ login: '' }, { login: 'login_required' }],
  [{ login: 'l'.repeat(256) }, { login: 'login_too_long' }],
])('a form with %j has the faults %j', (change, faults) => {
  expect(checkProxy({ ...FORM, ...change })).toEqual(faults);
});
