import { expect, test } from '@jest/globals';
import { safeHref, safeNext } from './safe-href.ts';

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<b>',
  'file:///etc/passwd',
  'vbscript:x',
  '//evil.example/x',
  '/relative',
  'https://user:pass@evil.example/',
  '',
])('%p never becomes a link', (address) => {
  expect(safeHref(address)).toBeNull();
});

test.each(['https://git.example/a/b', 'http://127.0.0.1:8080/x?y#z'])('%p becomes a link', (address) => {
  expect(safeHref(address)).toBe(address);
});

test.each([
  [null, '/'],
  ['/tasks?title=x', '/tasks?title=x'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/login?next=/login', '/'],
])('after signing in, next=%p goes to %p', (next, expected) => {
  expect(safeNext(next)).toBe(expected);
});
