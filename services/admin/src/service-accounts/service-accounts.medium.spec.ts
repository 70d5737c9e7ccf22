import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  blockServiceAccountPost,
  changeServiceAccount,
  createServiceAccount,
  deleteServiceAccount,
  errorAnswer,
  getServiceAccount,
  listFreeServiceAccounts,
  listServiceAccounts,
  unlinkServiceAccount,
} from '@leakwatch/contracts';
import { CONSUMER, IDENTITY, organisationScope, rows, SCHEDULER, type Scope, sql, STAFF } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { PoolStage } from '../fixtures/pool.fixture.ts';

let pool: PoolStage;
beforeAll(async () => {
  pool = await PoolStage.open();
});
afterAll(() => pool?.close());
beforeEach(() => pool.clear());

const create = (body: object) => pool.call(createServiceAccount, { body });
const change = (id: string, body: object) => pool.call(changeServiceAccount, { id, body });
const list = async (query = 'limit=100') =>
  listServiceAccounts.answer.parse((await pool.call(listServiceAccounts, { query: `?${query}` })).body);

describe('adding a service account', () => {
  it('stores it with its company and a new proxy of that company, and never answers the password', async () => {
    const company = await pool.organisation();
    const answer = await create({ source_type: 'github', company, login: 'octo', password: 'ghp-secret', proxy_ext: '198.51.100.7:3128' });
    const account = createServiceAccount.answer.parse(answer.body);
    expect(account).toMatchObject({
      company: { id: company },
      source_type: 'github',
      login: 'octo',
      has_password: true,
      proxy_ext: '198.51.100.7:3128',
      proxy_state: 'ready',
      state: 'ready',
      task: null,
    });
    expect(JSON.stringify(answer.body)).not.toContain('ghp-secret');
    expect(await pool.proxyNow(account.proxy ?? '')).toMatchObject({ company: { id: company }, account: account.id, has_password: false });
    const stored = await pool.stage.sql(sql`select encode(password, 'escape') as password from admin.service_account`);
    expect(JSON.stringify(stored)).not.toContain('ghp-secret');
    expect(await pool.accountNow(account.id)).toEqual(account);
  });

  it.each([
    [{ source_type: 'github', login: 'a', password: 'b', proxy_ext: '198.51.100.7:1' }, { company: 'company_required' }],
    [{ source_type: 'gitlab_cloud' }, { login: 'login_required', password: 'password_required', proxy_ext: 'proxy_required' }],
    [{ source_type: 'gist', proxy_ext: '198.51.100.7' }, { proxy_ext: 'proxy_malformed' }],
    [{ source_type: 'telegram', login: 'a', password: 'b', phone: 'x' }, { phone: 'phone_malformed' }],
  ])('refuses %j', async (body, fields) => {
    const answer = await create(body);
    expect(errorAnswer.parse(answer.body)).toMatchObject({ code: 'service_account_invalid', fields });
  });

  it('takes a proxy of the list, own ones first, and refuses one that is taken or of another company', async () => {
    const [company, other] = [await pool.organisation(), await pool.organisation()];
    const common = await pool.proxy({ login: 'common' });
    const own = await pool.proxy({ login: 'own', ip_address: common.ip_address, company });
    const ext = `${common.ip_address}:3128`;
    expect(await pool.account({ company, proxy_ext: ext })).toMatchObject({ proxy: own.id });
    expect(await pool.account({ company: other, proxy_ext: ext })).toMatchObject({ proxy: common.id });
    const third = { source_type: 'gitlab_cloud', login: 'c', password: 'd', proxy_ext: ext };
    expect(await create(third)).toMatchObject({ status: 409, code: 'proxy_in_use' });
    const theirs = await pool.proxy({ company: other });
    expect(await create({ ...third, proxy_ext: `${theirs.ip_address}:3128` })).toMatchObject({
      status: 409,
      code: 'proxy_of_other_company',
    });
  });

  it('refuses the same login at the same source for the same company, whatever its letter case', async () => {
    const company = await pool.organisation();
    await pool.account({ login: 'Octo', company });
    const again = { source_type: 'gitlab_cloud', login: 'octo', password: 'x', company };
    expect(await create({ ...again, proxy_ext: `${pool.nextAddress()}:1` })).toMatchObject({ status: 409, code: 'service_account_exists' });
    expect((await create({ ...again, company: null, proxy_ext: `${pool.nextAddress()}:1` })).status).toBe(200);
    // The proxy of the refused one was not kept.
    expect(await pool.stage.sql(sql`select from admin.proxy`)).toHaveLength(2);
    expect(await create({ ...again, company: randomUUID(), proxy_ext: '198.51.100.7:1' })).toMatchObject({
      code: 'organisation_not_found',
    });
  });

  it('refuses a second account of Telegram with a telephone number, however it is written, until the first is deleted', async () => {
    const telegram = { source_type: 'telegram' as const, proxy_ext: '', phone: '+7 900 123-45-67' };
    const first = await pool.account(telegram);
    const company = await pool.organisation();
    const refused = { status: 409, code: 'service_account_phone_exists' };
    const again = { ...telegram, login: 'again', password: 'x', company, phone: '8 (900) 1234567' };
    expect(await create(again)).toMatchObject(refused);
    const other = await pool.account({ ...telegram, phone: '+7 900 000-00-00' });
    expect(await change(other.id, { phone: '89001234567' })).toMatchObject(refused);
    const gist = await pool.account({ source_type: 'gist', phone: telegram.phone });
    expect(await change(gist.id, { source_type: 'telegram' })).toMatchObject(refused);
    expect((await change(first.id, { phone: '79001234567' })).status).toBe(200);
    expect(
      (await Promise.all([1, 2].map((at) => create({ ...again, login: `${at}`, phone: '+7 900 5' }))))
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([200, 409]);
    await pool.call(deleteServiceAccount, { id: first.id });
    expect((await create(again)).status).toBe(200);
  });

  it('accepts gist accounts without a login, each with a proxy, and telegram accounts without a proxy', async () => {
    await pool.account({ source_type: 'gist', login: '', password: '' });
    await pool.account({ source_type: 'gist', login: '', password: '' });
    expect(await pool.account({ source_type: 'telegram', proxy_ext: '', phone: '+79001234567' })).toMatchObject({
      proxy: null,
      proxy_ext: null,
    });
  });
});

describe('changing a service account', () => {
  it('keeps the password that is not sent, and unblocks a refused account with a new one', async () => {
    const { id } = await pool.account();
    await pool.end((await pool.taken()).lease, { kind: 'refused', text: 'Bad credentials' });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'blocked', block_reason: 'refused', err_msg: 'Bad credentials' });
    await change(id, { phone: '+79001234567', password: '' });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'blocked', has_password: true, phone: '+79001234567' });
    await change(id, { password: 'new-secret' });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'ready', block_reason: null, err_msg: '' });
    expect((await pool.lease()).leased).toMatchObject({ account: { id, secret: 'new-secret' } });
  });

  it('is refused as a whole where it names a field that accounts do not have', async () => {
    const { id } = await pool.account();
    const answer = await change(id, { phone: '+79001234567', proxy: '198.51.100.7:3128' });
    expect(answer.status).toBe(400);
    expect(errorAnswer.parse(answer.body)).toMatchObject({ code: 'invalid_request', fields: { proxy: 'parameter_unknown' } });
    expect(await pool.accountNow(id)).toMatchObject({ phone: '' });
  });

  it('is refused where the source then lacks something', async () => {
    const company = await pool.organisation();
    const { id } = await pool.account({ source_type: 'github', company });
    expect(errorAnswer.parse((await change(id, { company: null })).body).fields).toEqual({ company: 'company_required' });
    expect(errorAnswer.parse((await change(id, { proxy_ext: '' })).body).fields).toEqual({ proxy_ext: 'proxy_required' });
    expect(await pool.accountNow(id)).toMatchObject({ company: { id: company } });
  });

  it('of the company keeps the credentials from serving anybody else: it is blocked until staff decide', async () => {
    const [company, other] = [await pool.organisation(), await pool.organisation()];
    const proxy = await pool.proxy();
    const { id } = await pool.account({ company, proxy_ext: `${proxy.ip_address}:3128` });
    await change(id, { company: other });
    expect(await pool.accountNow(id)).toMatchObject({ company: { id: other }, state: 'blocked', block_reason: 'company_changed' });
    expect((await pool.lease({ organisations: [other] })).leased).toBeNull();
    await change(id, { company, password: 'of the new company' });
    expect(await pool.accountNow(id)).toMatchObject({ company: { id: company }, state: 'ready' });
  });

  it('with the proxy of its former company is refused', async () => {
    const [company, other] = [await pool.organisation(), await pool.organisation()];
    const { id } = await pool.account({ company });
    expect(await change(id, { company: other })).toMatchObject({ status: 409, code: 'proxy_of_other_company' });
    const moved = await change(id, { company: other, proxy_ext: `${pool.nextAddress()}:3128`, password: 'theirs' });
    expect(moved.status).toBe(200);
  });

  it('takes the account from the crawler that holds it when credentials or proxy change', async () => {
    const { id } = await pool.account();
    const first = await pool.taken();
    await change(id, { reserved_for_discovery: false });
    expect(await pool.renew(first.lease)).toBe(true);
    await change(id, { proxy_ext: `socks5://${pool.nextAddress()}:1080` });
    expect(await pool.renew(first.lease)).toBe(false);
    expect((await pool.lease()).leased?.proxy).toMatchObject({ type: 'socks5', port: 1080 });
  });
});

it('the list filters by company and source, in pages', async () => {
  const company = await pool.organisation();
  const [b, a] = [await pool.account({ login: 'b', company }), await pool.account({ login: 'A' })];
  const gist = await pool.account({ source_type: 'gist', login: 'g' });
  expect((await list()).results.map(({ id }) => id)).toEqual([gist.id, a.id, b.id]);
  expect(await list(`company=${company}`)).toMatchObject({ count: 1, results: [{ id: b.id }] });
  expect(await list('source_type=gist')).toMatchObject({ count: 1, results: [{ id: gist.id }] });
  expect(await list('limit=1&offset=1')).toMatchObject({ count: 3, results: [{ id: a.id }] });
});

it('deletion frees the proxy and takes the account from its crawler', async () => {
  const { id, proxy } = await pool.account();
  const { lease } = await pool.taken();
  expect((await pool.call(deleteServiceAccount, { id })).status).toBe(200);
  expect(await pool.renew(lease)).toBe(false);
  expect(await pool.proxyNow(proxy ?? '')).toMatchObject({ account: null, state: 'ready' });
  expect((await pool.call(getServiceAccount, { id })).status).toBe(404);
  expect((await pool.call(deleteServiceAccount, { id })).status).toBe(404);
});

it('row-level security shows accounts and proxies to staff and to the scheduler only', async () => {
  const company = await pool.organisation();
  await pool.account({ company });
  const { database } = pool.stage.foundation;
  const seenBy = (scope: Scope) =>
    database.inScope(scope, (em) => rows(em, sql`select id from admin.service_account union all select id from admin.proxy`));
  for (const scope of [organisationScope(company), IDENTITY, CONSUMER]) expect(await seenBy(scope)).toEqual([]);
  for (const scope of [STAFF, SCHEDULER]) expect(await seenBy(scope)).toHaveLength(2);
});

it('customers have no call, and staff leave a record for each change', async () => {
  const { id } = await pool.account();
  const customer = testCaller(await pool.organisation());
  for (const route of [listServiceAccounts, getServiceAccount, listFreeServiceAccounts, unlinkServiceAccount, deleteServiceAccount])
    expect((await pool.call(route, { id }, customer)).status).toBe(403);
  await change(id, { phone: '' });
  await pool.call(blockServiceAccountPost, { id });
  await pool.call(deleteServiceAccount, { id });
  const records = await pool.stage.sql(
    sql<{ kind: string }>`select kind, detail from admin.audit where detail ->> 'service_account' = ${id} order by id`,
  );
  expect(records).toEqual([
    { kind: 'service_account_created', detail: { service_account: id } },
    { kind: 'service_account_changed', detail: { service_account: id, version: '1' } },
    { kind: 'service_account_changed', detail: { service_account: id, action: 'block', version: '1' } },
    { kind: 'service_account_deleted', detail: { service_account: id } },
  ]);
});
