import { expect, it } from '@jest/globals';
import { isNetwork } from './network.ts';

it.each(['10.0.0.1', '10.0.0.0/8', '192.168.1.0/32', '::1', 'fd00::/8', '2001:db8::/128'])('%s is a network', (text) => {
  expect(isNetwork(text)).toBe(true);
});

it.each([
  '',
  'proxy.example',
  '10.0.0',
  '10.0.0.0/0',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '::/0',
  '::/129',
  '10.0.0.1:80',
  'true',
  '*',
])('%j is none', (text) => {
  expect(isNetwork(text)).toBe(false);
});
