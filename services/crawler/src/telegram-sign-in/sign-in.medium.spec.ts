import { afterEach, expect, test } from '@jest/globals';
import type { BodyOf, internalTelegramSignIn } from '@leakwatch/contracts';
import { startProxy, startTelegram, type TelegramServer } from '@leakwatch/simulators';
import { waitUntil } from '@leakwatch/testing';
import { settingsOf } from '../sources/telegram/telegram-stage.fixture.ts';
import { TelegramSessions } from '../upstreams/telegram/telegram-sessions.ts';
import { SignIn } from './sign-in.ts';

type Body = BodyOf<typeof internalTelegramSignIn>;
const ANN = { phone: '79001112233', code: '12345' };
const BOB = { phone: '79004445566', code: '54321', password: 'пароль 1' };
const FAR = { phone: '79007778899', code: '11111', dc: 4 };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function start(allowPrivate = true) {
  const server: TelegramServer = await startTelegram({ users: [ANN, BOB, FAR], api: { id: 17, hash: 'a1b2c3' }, centres: [2, 4] });
  open.push(server);
  const signIn = new SignIn(new TelegramSessions(settingsOf(server)), { GIT_ALLOW_PRIVATE_ADDRESSES: allowPrivate });
  signIn.stepMs = 60_000;
  const run = (phone: string, step: Body['step'], more: Partial<Body> = {}) =>
    signIn.run({ api_id: 17, api_hash: 'a1b2c3', phone, proxy: null, step, ...more });
  /** Asks for a code; what the next step needs. */
  const codeOf = async (phone: string) => {
    const sent = await run(phone, { kind: 'send_code' });
    if (sent.kind !== 'code_sent') throw new Error(JSON.stringify(sent));
    return { session: sent.session, code_hash: sent.code_hash };
  };
  return { server, run, codeOf };
}

test.each([ANN, FAR])('a phone gets a code, and with it the account is signed in: %p', async ({ phone, code }) => {
  const { server, run, codeOf } = await start();
  const sent = await codeOf(phone);
  expect(server.signedIn()).toEqual([]);
  const done = await run(phone, { kind: 'code', ...sent, code, password: null });
  expect(done.kind).toBe('signed_in');
  expect(server.signedIn()).toEqual([phone]);
  await waitUntil('the connections are closed', async () => server.connected() === 0);
});

test('the password of the second factor is used, and is due when it is missing or wrong', async () => {
  const { server, run, codeOf } = await start();
  const missing = await run(BOB.phone, { kind: 'code', ...(await codeOf(BOB.phone)), code: BOB.code, password: null });
  expect(missing.kind).toBe('password_due');
  const wrong = await run(BOB.phone, { kind: 'code', ...(await codeOf(BOB.phone)), code: BOB.code, password: 'wrong' });
  if (wrong.kind !== 'password_due') throw new Error(wrong.kind);
  expect(await run(BOB.phone, { kind: 'password', session: wrong.session, password: 'wrong' })).toMatchObject({
    reason: 'password_invalid',
  });
  expect(server.signedIn()).toEqual([]);
  expect((await run(BOB.phone, { kind: 'password', session: wrong.session, password: BOB.password })).kind).toBe('signed_in');
  const both = await run(BOB.phone, { kind: 'code', ...(await codeOf(BOB.phone)), code: BOB.code, password: BOB.password });
  expect(both.kind).toBe('signed_in');
});

test('an account is signed out, also when its session is over already', async () => {
  const { server, run, codeOf } = await start();
  const done = await run(ANN.phone, { kind: 'code', ...(await codeOf(ANN.phone)), code: ANN.code, password: null });
  if (done.kind !== 'signed_in') throw new Error(done.kind);
  for (let times = 0; times < 2; times += 1) {
    expect(await run(ANN.phone, { kind: 'log_out', session: done.session })).toEqual({ kind: 'signed_out' });
    expect(server.signedIn()).toEqual([]);
  }
});

test('a wrong code may be corrected; an expired one, and one of a session that is over, are expired', async () => {
  const { server, run, codeOf } = await start();
  const sent = await codeOf(ANN.phone);
  expect(await run(ANN.phone, { kind: 'code', ...sent, code: '1', password: null })).toEqual({
    kind: 'refused',
    reason: 'code_invalid',
    seconds: null,
  });
  expect((await run(ANN.phone, { kind: 'code', ...sent, code: ANN.code, password: null })).kind).toBe('signed_in');
  const late = await codeOf(ANN.phone);
  server.expireCode(ANN.phone);
  expect(await run(ANN.phone, { kind: 'code', ...late, code: ANN.code, password: null })).toMatchObject({ reason: 'code_expired' });
  const other = await start();
  expect(await other.run(ANN.phone, { kind: 'code', ...late, code: ANN.code, password: null })).toMatchObject({ reason: 'code_expired' });
});

test('what Telegram refuses has its reason, and a wait its seconds', async () => {
  const { server, run } = await start();
  expect(await run('100', { kind: 'send_code' })).toMatchObject({ reason: 'phone_invalid' });
  expect(await run(ANN.phone, { kind: 'send_code' }, { api_hash: 'other' })).toMatchObject({ reason: 'api_invalid' });
  server.flood.next.set('auth.sendCode', 613);
  expect(await run(ANN.phone, { kind: 'send_code' })).toEqual({ kind: 'refused', reason: 'flood', seconds: 613 });
  await server.close();
  expect(await run(ANN.phone, { kind: 'send_code' })).toMatchObject({ reason: 'unavailable' });
});

test('the account’s proxy is used, and a private one only where that is allowed', async () => {
  const { server, run } = await start();
  const proxy = await startProxy({ kind: 'socks5', credentials: { user: 'ann', password: 'p:ss' } });
  open.push(proxy);
  const address = { id: '00000000-0000-4000-8000-000000000001', type: 'socks5', ...proxy.address, login: 'ann', password: 'p:ss' } as const;
  expect((await run(ANN.phone, { kind: 'send_code' }, { proxy: address })).kind).toBe('code_sent');
  // More than one where an exchange of keys was lost.
  const [first] = proxy.connections;
  expect(first).toEqual({ user: 'ann', target: `127.0.0.1:${server.centres[0]?.port}` });
  expect(proxy.connections.every(({ user, target }) => user === first?.user && target === first.target)).toBe(true);
  proxy.behaviour = { kind: 'dead' };
  expect(await run(ANN.phone, { kind: 'send_code' }, { proxy: address })).toMatchObject({ reason: 'proxy_failed' });
  const strict = await start(false);
  expect(await strict.run(ANN.phone, { kind: 'send_code' }, { proxy: address })).toMatchObject({ reason: 'proxy_failed' });
});
