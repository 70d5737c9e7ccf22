import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  changeServiceAccount,
  createServiceAccount,
  deleteServiceAccount,
  loginTelegram,
  loginTelegramPost,
  logoutTelegramPost,
  resetServiceAccount,
  runTelegramPost,
  serviceAccount,
  stopTelegramPost,
  telegramCredentials,
  unblockServiceAccountPost,
} from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { PoolStage } from '../fixtures/pool.fixture.ts';
import { TelegramCrawler } from '../fixtures/telegram-crawler.fixture.ts';

const PHONE = '+7 900 111-22-33';
const API = { api_id: 17, api_hash: 'a1b2c3' };
let crawler: TelegramCrawler;
let pool: PoolStage;
beforeAll(async () => {
  crawler = await TelegramCrawler.open();
  pool = await PoolStage.open({ CRAWLER_URL: crawler.origin });
});
afterAll(async () => {
  await pool?.close();
  await crawler?.close();
});
beforeEach(async () => {
  await pool.clear();
  crawler.asked.length = 0;
  crawler.answer = ({ step }) =>
    step.kind === 'send_code'
      ? { kind: 'code_sent', session: 'session 1', code_hash: 'hash 1' }
      : { kind: 'signed_in', session: 'session 2' };
});

const account = (change: Parameters<PoolStage['account']>[0] = {}) =>
  pool.account({ source_type: 'telegram', login: 'watcher', password: 'second factor', proxy_ext: '', phone: PHONE, ...change });
const login = (body: object) => pool.call(loginTelegramPost, { body: { phone: PHONE, ...body } });
const run = () => pool.call(runTelegramPost, { body: { phone: PHONE } });
const stop = () => pool.call(stopTelegramPost, { body: { phone: PHONE } });
const logout = () => pool.call(logoutTelegramPost, { body: { phone: PHONE } });
const stateOf = ({ body }: { readonly body: unknown }) => serviceAccount.parse(body).state;
const leased = async () => (await pool.lease({ source: 'telegram' })).leased;

describe('signing in', () => {
  it('goes from the phone over the code to ready; crawlers get the session when staff press start, and lose it when they press stop', async () => {
    const { id } = await account();
    expect(stateOf(await login(API))).toBe('wait_code');
    expect(await leased()).toBeNull();
    expect(stateOf(await login({ code: '12345' }))).toBe('ready');
    expect(crawler.asked.map(({ step }) => step)).toEqual([
      { kind: 'send_code' },
      { kind: 'code', session: 'session 1', code_hash: 'hash 1', code: '12345', password: 'second factor' },
    ]);
    expect(crawler.asked[1]).toMatchObject({ ...API, phone: '+79001112233', proxy: null });
    // Staff have not started it.
    expect(await leased()).toBeNull();
    expect(stateOf(await run())).toBe('busy');
    const lent = await leased();
    expect(telegramCredentials.parse(JSON.parse(lent?.account?.secret ?? ''))).toEqual({ ...API, session: 'session 2' });
    if (lent === null) throw new Error('nothing is lent');
    expect(stateOf(await stop())).toBe('blocked');
    expect(await pool.renew(lent.lease)).toBe(false);
    expect(await leased()).toBeNull();
    // Start also restarts.
    expect(stateOf(await run())).toBe('busy');
    expect((await leased())?.account?.id).toBe(id);
  });

  it('a wrong code stays with the code, and a wait says its seconds', async () => {
    const { id } = await account();
    await login(API);
    crawler.answer = () => ({ kind: 'refused', reason: 'code_invalid', seconds: null });
    expect(await login({ code: '1' })).toMatchObject({ status: 409, code: 'telegram_code_invalid' });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'wait_code', err_msg: 'code_invalid' });
    const recorded = sql<{
      detail: object;
    }>`select detail from admin.audit where detail ->> 'service_account' = ${id} order by id desc limit 1`;
    expect(await pool.stage.sql(recorded)).toEqual([
      { detail: { service_account: id, action: 'telegram_refused', reason: 'code_invalid' } },
    ]);
    crawler.answer = () => ({ kind: 'refused', reason: 'flood', seconds: 613 });
    expect(await login({})).toMatchObject({ status: 409, body: { code: 'telegram_flood', details: { seconds: 613 } } });
    crawler.answer = () => ({ kind: 'signed_in', session: 'session 2' });
    expect(stateOf(await login({ code: '12345' }))).toBe('ready');
    expect(await pool.accountNow(id)).toMatchObject({ err_msg: '' });
  });

  it('a password that Telegram refuses is changed in the account, as often as it takes, and the code is not needed again', async () => {
    const { id } = await account({ password: 'wrong' });
    await login(API);
    crawler.answer = () => ({ kind: 'password_due', session: 'session 3' });
    expect(await login({ code: '12345' })).toMatchObject({ status: 409, code: 'telegram_password_invalid' });
    expect(await run()).toMatchObject({ status: 409, code: 'telegram_step_refused' });
    for (const password of ['wrong again', 'and again']) {
      await pool.call(changeServiceAccount, { id, body: { password } });
      expect(await pool.accountNow(id)).toMatchObject({ state: 'wait_code', telegram_stage: 'password' });
      crawler.answer = () => ({ kind: 'refused', reason: 'password_invalid', seconds: null });
      expect(await login({ code: '' })).toMatchObject({ status: 409, code: 'telegram_password_invalid' });
      expect(await pool.accountNow(id)).toMatchObject({ state: 'wait_code', telegram_stage: 'password', err_msg: 'password_invalid' });
    }
    await pool.call(changeServiceAccount, { id, body: { password: 'right' } });
    crawler.answer = () => ({ kind: 'signed_in', session: 'session 4' });
    expect(stateOf(await login({ code: '12345' }))).toBe('ready');
    expect(crawler.asked.at(-1)?.step).toEqual({ kind: 'password', session: 'session 3', password: 'right' });
  });

  it('is refused without application, for an unknown phone, a used account, and where two accounts have the phone', async () => {
    expect(await login(API)).toMatchObject({ status: 404 });
    const { id } = await account();
    expect(await login({})).toMatchObject({ status: 409, code: 'telegram_api_required' });
    expect(await login({ ...API, code: '12345' })).toMatchObject({ status: 409, code: 'telegram_step_refused' });
    expect(await run()).toMatchObject({ status: 409, code: 'telegram_not_signed_in' });
    await login(API);
    await login({ code: '12345' });
    await run();
    expect(await login({})).toMatchObject({ status: 409, code: 'telegram_step_refused' });
    // Added before a second one was refused.
    const second = await account({ company: await pool.organisation(), phone: '' });
    await pool.stage.sql(sql`update admin.service_account set phone = '8 (900) 111-22-33' where id = ${second.id}`);
    expect(await stop()).toMatchObject({ status: 409, code: 'telegram_phone_ambiguous' });
    expect(stateOf(await pool.call(stopTelegramPost, { body: { phone: PHONE, account: id } }))).toBe('blocked');
  });

  it('a text without digits is the number of no account, not of those that have none', async () => {
    const { id } = await account({ phone: '' });
    for (const route of [stopTelegramPost, runTelegramPost, logoutTelegramPost, loginTelegramPost])
      expect(await pool.call(route, { body: { phone: '(((((' } })).toMatchObject({ status: 404 });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'ready', phone_shared: false });
    const second = { source_type: 'telegram', login: 'second', password: 'x', phone: '-----' };
    expect(await pool.call(createServiceAccount, { body: second })).toMatchObject({
      status: 400,
      body: { fields: { phone: 'phone_malformed' } },
    });
  });

  it.each([true, '', '0x10', '1e3', 0, 1.5, null])('an api_id of %j is refused, not read as another number', async (api_id) => {
    await account();
    expect(await login({ ...API, api_id })).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(crawler.asked).toEqual([]);
  });

  it('two at once: one asks Telegram, the other is refused; what staff reset meanwhile is not overwritten', async () => {
    const { id } = await account();
    let answered: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answered = resolve;
    });
    let came: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      came = resolve;
    });
    crawler.answer = async () => {
      came();
      await held;
      return { kind: 'code_sent', session: 'session 1', code_hash: 'hash 1' };
    };
    const first = login(API);
    await arrived;
    expect(await login(API)).toMatchObject({ status: 409, code: 'telegram_step_refused' });
    await pool.call(resetServiceAccount, { id });
    answered();
    expect(await first).toMatchObject({ status: 409, code: 'telegram_step_refused' });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'ready' });
    expect(await login({ code: '12345' })).toMatchObject({ code: 'telegram_api_required' });
  });
});

describe('a session', () => {
  const signIn = async () => {
    const { id } = await account();
    await login(API);
    await login({ code: '12345' });
    await run();
    return id;
  };

  it('that Telegram ended blocks the account; unblocked, it is not used before staff start it', async () => {
    const id = await signIn();
    const { lease } = await pool.taken({ source: 'telegram' });
    await pool.end(lease, { kind: 'refused', text: 'SESSION_REVOKED' });
    const refused = { block_reason: 'refused', err_msg: 'SESSION_REVOKED', telegram_stage: 'ended' };
    expect(await pool.accountNow(id)).toMatchObject({ state: 'blocked', ...refused });
    await pool.call(unblockServiceAccountPost, { id });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'ready' });
    expect(await leased()).toBeNull();
    for (const call of [run, logout]) expect(await call()).toMatchObject({ status: 409, code: 'telegram_not_signed_in' });
    // The application is known, so a code is enough.
    expect(stateOf(await login({}))).toBe('wait_code');
    expect(stateOf(await login({ code: '12345' }))).toBe('ready');
    expect(await pool.accountNow(id)).toMatchObject({ telegram_stage: 'signed_in', err_msg: '' });
    expect(stateOf(await run())).toBe('busy');
  });

  it('stays where Telegram only froze the account', async () => {
    const id = await signIn();
    const { lease } = await pool.taken({ source: 'telegram' });
    await pool.end(lease, { kind: 'refused', text: 'FROZEN_METHOD_INVALID' });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'blocked', telegram_stage: 'signed_in' });
    expect(stateOf(await run())).toBe('busy');
  });

  it('that is over is not ended at Telegram once more when its account is deleted', async () => {
    const id = await signIn();
    const { lease } = await pool.taken({ source: 'telegram' });
    await pool.end(lease, { kind: 'refused', text: 'AUTH_KEY_UNREGISTERED' });
    crawler.asked.length = 0;
    expect((await pool.call(deleteServiceAccount, { id })).status).toBe(200);
    expect(crawler.asked).toEqual([]);
  });

  it('is ended by staff while the account is stopped: the stored session is deleted after Telegram has ended it', async () => {
    const id = await signIn();
    expect(await logout()).toMatchObject({ status: 409, code: 'telegram_step_refused' });
    await stop();
    crawler.answer = () => ({ kind: 'refused', reason: 'flood', seconds: 30 });
    expect(await logout()).toMatchObject({ status: 409, body: { code: 'telegram_flood', details: { seconds: 30 } } });
    crawler.answer = () => ({ kind: 'signed_out' });
    expect(stateOf(await logout())).toBe('blocked');
    expect(crawler.asked.at(-1)).toMatchObject({ ...API, step: { kind: 'log_out', session: 'session 2' } });
    expect(await pool.stage.sql(sql<{ id: string }>`select service_account_id as id from admin.telegram_session`)).toEqual([]);
    expect(await pool.accountNow(id)).toMatchObject({ state: 'blocked', err_msg: '' });
    for (const call of [run, logout]) expect(await call()).toMatchObject({ status: 409, code: 'telegram_not_signed_in' });
  });

  it('of another phone is forgotten, and no secret is stored or shown in the clear', async () => {
    const id = await signIn();
    const stored = await pool.stage.sql(
      sql<{
        row: string;
      }>`select t::text || encode(t.session, 'escape') || encode(t.api_hash, 'escape') as row from admin.telegram_session t`,
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.row).not.toMatch(/session 2|a1b2c3/);
    expect(JSON.stringify(await pool.accountNow(id))).not.toMatch(/session 2|a1b2c3/);
    // The same number in another writing keeps the session.
    await pool.call(changeServiceAccount, { id, body: { phone: '89001112233' } });
    expect(crawler.asked.at(-1)?.step.kind).toBe('code');
    crawler.answer = () => ({ kind: 'signed_out' });
    await pool.call(changeServiceAccount, { id, body: { phone: '+7 900 000-00-00' } });
    expect(crawler.asked.at(-1)).toMatchObject({ ...API, phone: '+79001112233', step: { kind: 'log_out', session: 'session 2' } });
    expect(await leased()).toBeNull();
  });

  it('of an earlier sign-in is ended at Telegram once a new code was sent, and kept where Telegram sends none', async () => {
    await account();
    await login(API);
    await login({ code: '12345' });
    const asked = () => crawler.asked.splice(0).map(({ step }) => step);
    asked();
    const answer = crawler.answer;
    crawler.answer = () => ({ kind: 'refused', reason: 'flood', seconds: 30 });
    await login({});
    expect(asked()).toEqual([{ kind: 'send_code' }]);
    crawler.answer = (of) => (of.step.kind === 'log_out' ? { kind: 'signed_out' } : answer(of));
    expect(stateOf(await login({}))).toBe('wait_code');
    expect(asked()).toEqual([{ kind: 'send_code' }, { kind: 'log_out', session: 'session 2' }]);
  });

  it('of a deleted account is ended at Telegram; a Telegram that is away does not keep the account, and the audit trail says so', async () => {
    const lastRecord = async (id: string) =>
      pool.stage.sql(
        sql<{ detail: object }>`select detail from admin.audit where detail ->> 'service_account' = ${id} order by id desc limit 1`,
      );
    const proxy = await pool.proxy();
    const first = await account({ proxy_ext: `${proxy.ip_address}:3128` });
    await login(API);
    await login({ code: '12345' });
    crawler.answer = () => ({ kind: 'signed_out' });
    expect((await pool.call(deleteServiceAccount, { id: first.id })).status).toBe(200);
    expect(crawler.asked.at(-1)).toMatchObject({
      phone: '+79001112233',
      proxy: { id: proxy.id },
      step: { kind: 'log_out', session: 'session 2' },
    });
    expect(await lastRecord(first.id)).toEqual([{ detail: { service_account: first.id, action: 'telegram_signed_out' } }]);
    crawler.answer = ({ step }) =>
      step.kind === 'send_code'
        ? { kind: 'code_sent', session: 'session 1', code_hash: 'hash 1' }
        : step.kind === 'log_out'
          ? { kind: 'refused', reason: 'unavailable', seconds: null }
          : { kind: 'signed_in', session: 'session 2' };
    const id = await signIn();
    expect((await pool.call(deleteServiceAccount, { id })).status).toBe(200);
    expect(await lastRecord(id)).toEqual([
      { detail: { service_account: id, action: 'telegram_session_left_open', reason: 'unavailable' } },
    ]);
    expect(await pool.stage.sql(sql`select from admin.service_account`)).toEqual([]);
  });

  it('is signed in by the calls with GET too', async () => {
    await account();
    const query = new URLSearchParams({ phone: PHONE, api_id: '17', api_hash: 'a1b2c3', db_key: 'x' });
    expect(stateOf(await pool.call(loginTelegram, { query: `?${query}` }))).toBe('wait_code');
  });
});
