import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { soleKey } from '../crypto/keys.ts';
import { Unavailable } from '../errors/leakwatch-error.ts';
import { type Caller, CALLER_SECONDS, CallerSigner, type CallTarget } from './caller.ts';

const SECRET = 'a secret of the tests that is long enough';
const signer = new CallerSigner(soleKey(SECRET));
const caller: Caller = {
  account: { id: 'a', username: 'irina' },
  organisation: 'o',
  staff: false,
  pending: false,
  session: 's',
  service: null,
  locale: 'ru',
  address: '203.0.113.1',
  user_agent: 'Firefox',
  request_id: 'request-1',
};
const target: CallTarget = { service: 'events', method: 'POST', url: '/api/events/status/?id=1' };
const now = Date.parse('2026-11-01T12:00:00Z');

test('the called service reads the caller that was signed', () => {
  expect(signer.open(signer.seal(caller, target, now), target, now)).toMatchObject(caller);
});

test('a signature is for one service, method and address', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 });
  const targets = fc.record({ service: text, method: text, url: text });
  fc.assert(
    fc.property(targets, targets, (signed, asked) => {
      const header = signer.seal(caller, signed, now);
      const isSame = (['service', 'method', 'url'] as const).every((name) => signed[name] === asked[name]);
      if (isSame) expect(signer.open(header, asked, now)).toMatchObject(caller);
      else expect(() => signer.open(header, asked, now)).toThrow('caller_unsigned');
    }),
  );
  for (const other of [{ service: 'reports' }, { method: 'GET' }, { url: '/api/events/status/?id=2' }])
    expect(() => signer.open(signer.seal(caller, target, now), { ...target, ...other }, now)).toThrow('caller_unsigned');
});

test('a signature expires', () => {
  const header = signer.seal(caller, target, now);
  expect(signer.open(header, target, now + (CALLER_SECONDS - 1) * 1000)).toMatchObject(caller);
  expect(() => signer.open(header, target, now + (CALLER_SECONDS + 1) * 1000)).toThrow(new Unavailable('clocks_differ'));
});

test.each([undefined, '', '.', 'a', 'a.b', 'a.b.c'])('refuses %p', (header) => {
  expect(() => signer.open(header, target, now)).toThrow('caller_unsigned');
});

test('refuses the signature of another secret and a changed caller', () => {
  expect(() => signer.open(new CallerSigner(soleKey(`${SECRET}!`)).seal(caller, target, now), target, now)).toThrow('caller_unsigned');
  const [, signature] = signer.seal(caller, target, now).split('.');
  const staff = Buffer.from(JSON.stringify({ ...caller, staff: true, expires: now })).toString('base64url');
  expect(() => signer.open(`${staff}.${String(signature)}`, target, now)).toThrow('caller_unsigned');
});
