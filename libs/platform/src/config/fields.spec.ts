import { expect, it } from '@jest/globals';
import { brokers, httpOrigin, proxy, sender, serverAddress, serviceAddress } from './fields.ts';

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

const redis = serverAddress('redis', 'rediss');
it.each([
  [
    redis,
    ['redis://127.0.0.1:6379', 'rediss://:p%40ss@redis.example:6379/1', 'REDIS://h'],
    ['localhost:6379', 'http://h', 'redis:h', 'h', ''],
  ],
  [serverAddress('smtp'), ['smtp://user:p@mail.example:587'], ['mail.example:25', 'smtps://mail.example']],
  [
    httpOrigin,
    ['https://console.example', 'http://localhost:8080/'],
    ['console.example:443', 'https://h/path', 'https://u:p@h', 'ftp://h', 'https://h?x'],
  ],
  [sender, ['a@b', 'Leakwatch <leakwatch@localhost>', '<a@b>'], ['Leakwatch', 'a@b c@d', 'a@b\r\nBcc: c@d', 'X <a>', 'a@b <c@d> e']],
  [brokers, ['kafka:9092', '[::1]:1,b:65535'], ['kafka:99999', 'kafka:0', 'kafka', 'http://kafka:9092']],
  [serviceAddress('tasks', 1), ['http://a:1, http://b:2'], ['a:1', 'http://a?x', 'http://u:p@a', ',']],
])('%# takes what names a server, and nothing else', (field, fine, faulty) => {
  for (const text of fine) expect([text, field.safeParse(text).success]).toEqual([text, true]);
  for (const text of faulty) expect([text, field.safeParse(text).success]).toEqual([text, false]);
});
