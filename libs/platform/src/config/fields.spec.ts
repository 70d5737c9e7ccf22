import { expect, it } from '@jest/globals';
import { proxy } from './fields.ts';

it.each([
  ['http://user:p%40ss@proxy.example:3128', { type: 'http', host: 'proxy.example', port: 3128, login: 'user', password: 'p@ss' }],
  ['socks5://u:p@198.51.100.7:1080/', { type: 'socks5', host: '198.51.100.7', port: 1080, login: 'u', password: 'p' }],
  ['socks5://[2001:db8::1]', { type: 'socks5', host: '2001:db8::1', port: 1080, login: '', password: '' }],
  ['http://proxy.example', { type: 'http', host: 'proxy.example', port: 80, login: '', password: '' }],
])('%s is a proxy', (text, address) => {
  expect(proxy.parse(text)).toEqual(address);
});

it.each([
  '',
  'proxy.example:3128',
  'https://proxy.example',
  'socks4://h:1',
  'http://h:1/path',
  'socks5://h:1?x',
  'socks5://:1',
  'http://a%zz@h:1',
  'http://a%ff@h:1',
])('%j is none', (text) => {
  expect(proxy.safeParse(text).success).toBe(false);
});
