import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  blockProxy,
  blockProxyPost,
  changeProxy,
  createProxies,
  createProxy,
  createServiceAccount,
  deleteProxies,
  deleteProxy,
  errorAnswer,
  listFreeProxies,
  listProxies,
  unblockProxy,
  unblockProxyPost,
  unlinkProxy,
  unlinkProxyPost,
} from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { PoolStage } from '../fixtures/pool.fixture.ts';

let pool: PoolStage;
beforeAll(async () => {
  pool = await PoolStage.open();
});
afterAll(() => pool?.close());
beforeEach(() => pool.clear());

const many = (proxies: readonly string[], more: object = {}) => pool.call(createProxies, { body: { proxies, ...more } });
const list = async (query = 'limit=1000') => listProxies.answer.parse((await pool.call(listProxies, { query: `?${query}` })).body);
const free = async () => listFreeProxies.answer.parse((await pool.call(listFreeProxies)).body).results.map(({ id }) => id);

describe('adding proxies', () => {
  it('stores the password encrypted and never answers it', async () => {
    const proxy = await pool.proxy({ password: 'proxy-secret' });
    expect(proxy).toMatchObject({ type: 'http', has_password: true, state: 'ready', failures_count: 0, company: null, account: null });
    const stored = await pool.stage.sql(sql`select encode(password, 'escape') as password from admin.proxy`);
    expect(JSON.stringify([proxy, stored])).not.toContain('proxy-secret');
  });

  it('needs no login, as in the form of an account, and refuses the same address, port and login again', async () => {
    const company = await pool.organisation();
    const body = { ip_address: '198.51.100.7', port: 3128, company };
    expect(createProxy.answer.parse((await pool.call(createProxy, { body })).body)).toMatchObject({ login: '', has_password: false });
    expect(await pool.call(createProxy, { body })).toMatchObject({ status: 409, code: 'proxy_exists' });
    expect((await pool.call(createProxy, { body: { ...body, login: 'other' } })).status).toBe(200);
    expect((await pool.call(createProxy, { body: { ...body, ip_address: '198.51.100.300' } })).status).toBe(400);
  });

  it('of a list adds all of them and answers how many', async () => {
    const company = await pool.organisation();
    const answer = await many(['198.51.100.1:1:u:p', 'socks5://198.51.100.2:2:u:p:q'], { company });
    expect(answer.body).toEqual({ count: 2 });
    expect((await list()).results).toMatchObject([
      { ip_address: '198.51.100.1', type: 'http', company: { id: company } },
      { ip_address: '198.51.100.2', type: 'socks5', has_password: true },
    ]);
  });

  it('of a list with a malformed entry adds nothing, and the answer does not repeat the entry', async () => {
    const answer = await many(['198.51.100.1:1:u:p', '198.51.100.2:2:user:p\n198.51.100.3:70000:u:hidden']);
    expect(errorAnswer.parse(answer.body)).toMatchObject({ code: 'proxy_entry_malformed', details: { position: 3 } });
    expect(JSON.stringify(answer.body)).not.toContain('hidden');
    expect((await list()).count).toBe(0);
    expect((await many(['  '])).status).toBe(400);
  });

  it('of a list of 10,000 adds all of them, and of one that repeats a proxy of it nothing', async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `10.1.${Math.floor(at / 250)}.${at % 250}:3128:user${at}:proxy-secret-${at}`);
    expect((await many(lines)).body).toEqual({ count: 10_000 });
    expect((await list('limit=1')).count).toBe(10_000);
    const further = ['10.2.0.1:3128:user:p', ...lines.slice(1)];
    const known = await many(further);
    expect(errorAnswer.parse(known.body)).toMatchObject({ code: 'proxies_exist', details: { count: 9_999 } });
    expect((await list('limit=1')).count).toBe(10_000);
    expect((await many([...lines, '10.2.0.1:3128:user:p'])).status).toBe(400);
  });

  it('of a list with duplicates adds nothing and names them', async () => {
    await many(['198.51.100.1:1:u:p']);
    const known = await many(['198.51.100.9:1:u:p', '198.51.100.1:1:u:other', '198.51.100.1:1:v:p']);
    expect(errorAnswer.parse(known.body)).toMatchObject({ code: 'proxies_exist', details: { count: 1, proxies: '198.51.100.1:1' } });
    const twice = await many(['198.51.100.9:1:u:p', '198.51.100.9:1:u:p']);
    expect(errorAnswer.parse(twice.body)).toMatchObject({ code: 'proxies_exist', details: { count: 1, proxies: '198.51.100.9:1' } });
    expect((await list()).count).toBe(1);
  });
});

describe('changing a proxy', () => {
  it.each([true, '', null, '0x50', [80], 65_536, 80.5])('to the port %j is refused, not read as another number', async (port) => {
    const one = await pool.proxy();
    expect(await pool.call(changeProxy, { id: one.id, body: { port } })).toMatchObject({ status: 400, code: 'invalid_request' });
    expect((await pool.proxyNow(one.id)).port).toBe(one.port);
  });

  it('keeps the password that is not sent, and refuses the address of another', async () => {
    const [one, other] = [await pool.proxy(), await pool.proxy()];
    const changed = await pool.call(changeProxy, { id: one.id, body: { port: 8080, password: '' } });
    expect(createProxy.answer.parse(changed.body)).toMatchObject({ port: 8080, has_password: true });
    const body = { ip_address: other.ip_address, port: other.port };
    expect(await pool.call(changeProxy, { id: one.id, body })).toMatchObject({ status: 409, code: 'proxy_exists' });
  });

  it('of its address makes the account of a failed proxy usable again, and takes it from its crawler', async () => {
    const { proxy } = await pool.account();
    const id = proxy ?? '';
    const { lease } = await pool.taken();
    await pool.stage.sql(sql`update admin.proxy set block_reason = 'proxy_failed', failures_count = 3, err_msg = 'refused'`);
    await pool.call(changeProxy, { id, body: { ip_address: '198.51.100.99' } });
    expect(await pool.proxyNow(id)).toMatchObject({ state: 'ready', failures_count: 0, err_msg: '' });
    expect(await pool.renew(lease)).toBe(false);
    expect((await pool.lease()).leased?.proxy?.host).toBe('198.51.100.99');
  });

  it('to another company than that of its account is refused', async () => {
    const [company, other] = [await pool.organisation(), await pool.organisation()];
    const { proxy } = await pool.account({ company });
    const give = (to: string | null) => pool.call(changeProxy, { id: proxy ?? '', body: { company: to } });
    expect(await give(other)).toMatchObject({ status: 409, code: 'proxy_of_other_company' });
    expect((await give(null)).status).toBe(200);
    expect((await give(company)).status).toBe(200);
  });
});

describe('deleting the proxies of a narrowed list', () => {
  const remove = (body: object) => pool.call(deleteProxies, { body });

  it('takes those that no account uses, and leaves a record without secrets for each company', async () => {
    const company = await pool.organisation();
    await many(['198.51.100.1:1:u:proxy-secret', '198.51.100.2:2:u:proxy-secret'], { company });
    await many(['198.51.100.3:3:u:proxy-secret']);
    const { proxy: used } = await pool.account({ company });
    await pool.stage.sql(sql`update admin.proxy set block_reason = 'proxy_failed' where port in (2, 3)`);
    expect((await remove({ company, state: 'blocked' })).body).toEqual({ count: 1 });
    expect((await remove({ company })).body).toEqual({ count: 1 });
    expect((await remove({ company })).body).toEqual({ count: 0 });
    expect((await list(`company=${company}`)).results.map(({ id }) => id)).toEqual([used]);
    expect((await list('state=blocked')).results).toMatchObject([{ ip_address: '198.51.100.3' }]);
    const records = await pool.stage.sql(sql`select * from admin.audit where kind = 'proxy_deleted' and organisation_id = ${company}`);
    expect(records).toHaveLength(2);
    expect(JSON.stringify(records)).toContain('198.51.100.2:2:u');
    expect(JSON.stringify(records)).not.toContain('proxy-secret');
  });

  it('is refused without a filter, for an unknown one, and for customers', async () => {
    await pool.proxy();
    expect((await remove({})).status).toBe(400);
    expect((await remove({ state: 'gone' })).status).toBe(400);
    expect((await pool.call(deleteProxies, { body: { state: 'ready' } }, testCaller(await pool.organisation()))).status).toBe(403);
    expect((await list()).count).toBe(1);
  });

  it('never takes a proxy from an account that is added at the same time', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { ip_address, port } = await pool.proxy();
      const added = { source_type: 'gitlab_cloud', login: `login-${turn}`, password: 'p', proxy_ext: `${ip_address}:${port}`, phone: '' };
      const [account, removed] = await Promise.all([pool.call(createServiceAccount, { body: added }), remove({ state: 'ready' })]);
      expect([account.status, removed.status]).toEqual([200, 200]);
    }
    const { rows } = await pool.stage.owner.query(
      'select count(*)::int as accounts, count(proxy_id)::int as proxies from admin.service_account',
    );
    expect(rows).toEqual([{ accounts: 10, proxies: 10 }]);
  });
});

describe('steps of staff', () => {
  it.each([
    ['GET', blockProxy, unblockProxy],
    ['POST', blockProxyPost, unblockProxyPost],
  ])('block makes the account unusable, unblock usable again, by %s', async (_, block, unblock) => {
    const account = await pool.account();
    const id = account.proxy ?? '';
    const { lease } = await pool.taken();
    expect(createProxy.answer.parse((await pool.call(block, { id })).body)).toMatchObject({ state: 'blocked', block_reason: 'staff' });
    expect(await pool.renew(lease)).toBe(false);
    expect(await pool.lease()).toEqual({ leased: null, seconds: null, excluded: 0 });
    expect(await pool.accountNow(account.id)).toMatchObject({ state: 'ready', proxy_state: 'blocked' });
    expect(createProxy.answer.parse((await pool.call(unblock, { id })).body)).toMatchObject({ state: 'ready' });
    expect((await pool.lease()).leased?.account?.id).toBe(account.id);
  });

  it.each([
    ['GET', unlinkProxy],
    ['POST', unlinkProxyPost],
  ])('unlink by %s takes it from its company', async (_, unlink) => {
    const company = await pool.organisation();
    const proxy = await pool.proxy({ company });
    expect(await free()).toEqual([]);
    await pool.call(unlink, { id: proxy.id });
    expect(await pool.proxyNow(proxy.id)).toMatchObject({ company: null, state: 'ready' });
    expect(await free()).toEqual([proxy.id]);
  });
});

it('the list filters by company and state, by address and in pages', async () => {
  const company = await pool.organisation();
  const [ten, two] = [await pool.proxy({ ip_address: '198.51.100.10', company }), await pool.proxy({ ip_address: '198.51.100.2' })];
  await pool.call(blockProxyPost, { id: ten.id });
  expect((await list()).results.map(({ id }) => id)).toEqual([two.id, ten.id]);
  expect((await list('limit=1&offset=1')).results.map(({ id }) => id)).toEqual([ten.id]);
  expect((await list(`company=${company}`)).results.map(({ id }) => id)).toEqual([ten.id]);
  expect((await list('state=ready')).results.map(({ id }) => id)).toEqual([two.id]);
  expect((await list('state=blocked')).results.map(({ id }) => id)).toEqual([ten.id]);
  const used = await pool.account();
  expect(await free()).toEqual([two.id]);
  await pool.lease();
  expect((await list('state=busy')).results.map(({ id }) => id)).toEqual([used.proxy]);
});

it('deletion is refused while an account uses the proxy', async () => {
  const { proxy } = await pool.account();
  expect(await pool.call(deleteProxy, { id: proxy ?? '' })).toMatchObject({ status: 409, code: 'proxy_in_use' });
  const unused = await pool.proxy();
  expect((await pool.call(deleteProxy, { id: unused.id })).status).toBe(200);
  expect((await pool.call(deleteProxy, { id: unused.id })).status).toBe(404);
});

it('customers have no call', async () => {
  const { id } = await pool.proxy();
  const customer = testCaller(await pool.organisation());
  for (const route of [listProxies, listFreeProxies, blockProxy, unlinkProxy, deleteProxy])
    expect((await pool.call(route, { id }, customer)).status).toBe(403);
});
