import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { blockServiceAccountPost, internalLease, internalLeaseAvailability } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { PoolStage } from '../fixtures/pool.fixture.ts';
import { PROXY_FAILURES_MAX } from './outcome.store.ts';

let pool: PoolStage;
beforeAll(async () => {
  pool = await PoolStage.open();
});
afterAll(() => pool?.close());
beforeEach(() => pool.clear());

const idOf = async (change: Parameters<PoolStage['lease']>[0] = {}) => (await pool.lease(change)).leased?.account?.id;

describe('a lease', () => {
  it('gives login, secret and proxy, and its accounts are busy meanwhile', async () => {
    const proxy = await pool.proxy({ type: 'socks5', password: 'proxy:secret' });
    const account = await pool.account({ login: 'octo', password: 'token', proxy_ext: `${proxy.ip_address}:3128` });
    const leased = await pool.taken();
    expect(leased).toEqual({
      lease: { holder: 'account', id: account.id, epoch: '1' },
      account: { id: account.id, login: 'octo', secret: 'token' },
      proxy: { id: proxy.id, type: 'socks5', host: proxy.ip_address, port: 3128, login: 'user', password: 'proxy:secret' },
      organisation: null,
    });
    expect(await pool.accountNow(account.id)).toMatchObject({ state: 'busy' });
    const none = await pool.lease();
    expect(none).toMatchObject({ leased: null, excluded: 0 });
    // Its step may end at any moment, long before the lease.
    expect(none.seconds).toBe(1);
    await pool.end(leased.lease, { kind: 'ok' });
    expect(await pool.accountNow(account.id)).toMatchObject({ state: 'ready' });
    expect(await idOf()).toBe(account.id);
  });

  it('is never held by two of many crawlers that ask at once', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => pool.account()));
    const leases = await Promise.all(Array.from({ length: 12 }, () => pool.lease()));
    const ids = leases.flatMap(({ leased }) => (leased === null ? [] : [leased.lease.id]));
    expect(ids.toSorted()).toEqual(accounts.map(({ id }) => id).toSorted());
  });

  it('that is not renewed makes the account ready, and its late holder changes nothing once another has it', async () => {
    const { id } = await pool.account();
    const late = (await pool.taken()).lease;
    expect(await pool.renew(late)).toBe(true);
    await pool.expire(late);
    expect(await pool.accountNow(id)).toMatchObject({ state: 'ready', task: null });
    const next = (await pool.taken()).lease;
    expect(next).toEqual({ ...late, epoch: '2' });
    expect(await pool.renew(late)).toBe(false);
    for (const outcome of [
      { kind: 'refused', text: 'late' } as const,
      { kind: 'limited', seconds: 600 } as const,
      { kind: 'unknown' } as const,
    ])
      await pool.end(late, outcome);
    expect(await pool.accountNow(id)).toMatchObject({ state: 'busy', err_msg: '', limited_until: null });
    expect(await pool.renew(next)).toBe(true);
    await pool.end(next);
    expect(await pool.renew(next)).toBe(false);
  });

  it('goes to an organisation’s own accounts first, never to another’s, then to the least recently used', async () => {
    const [company, other] = [await pool.organisation(), await pool.organisation()];
    const [first, second] = [await pool.account(), await pool.account()];
    const own = await pool.account({ company });
    await pool.account({ company: other });
    const { leased } = await pool.lease({ organisations: [company] });
    expect(leased).toMatchObject({ account: { id: own.id }, organisation: company });
    const common: string[] = [];
    for (let turn = 0; turn < 2; turn += 1) common.push((await idOf({ organisations: [company] })) ?? '');
    expect(common.toSorted()).toEqual([first.id, second.id].toSorted());
    expect(await idOf({ organisations: [company] })).toBeUndefined();
    await pool.stage.sql(sql`update admin.service_account set leased_until = null where organisation_id is null`);
    expect([await idOf(), await idOf(), await idOf()]).toEqual([...common, undefined]);
  });

  it('after a failure of a proxy goes to one that is known to work; the first try goes to new ones too', async () => {
    const company = await pool.organisation();
    const [working, failed, fresh] = [await pool.account(), await pool.account(), await pool.account()];
    const usedAt = (id: string, minutes: number) =>
      pool.stage.sql(sql`update admin.service_account set last_used = now() - make_interval(mins => ${minutes}) where id = ${id}`);
    await pool.stage.sql(sql`update admin.proxy set last_check = now() where id in (${working.proxy}, ${failed.proxy})`);
    await pool.stage.sql(sql`update admin.proxy set failures_count = 1 where id = ${failed.proxy}`);
    await usedAt(working.id, 1);
    await usedAt(failed.id, 10);
    expect([await idOf({ proxy_failed: true }), await idOf({ proxy_failed: true }), await idOf({ proxy_failed: true })]).toEqual([
      working.id,
      fresh.id,
      failed.id,
    ]);
    await pool.stage.sql(sql`update admin.service_account set leased_until = null, last_used = null where id = ${fresh.id}`);
    await pool.stage.sql(sql`update admin.service_account set leased_until = null where id <> ${fresh.id}`);
    expect(await idOf()).toBe(fresh.id);
    const own = await pool.account({ company });
    const free = sql`update admin.service_account set leased_until = null`;
    const idOfOwner = (proxy_failed: boolean) => idOf({ organisations: [company], proxy_failed });
    expect(await idOfOwner(true)).toBe(working.id);
    await pool.stage.sql(free);
    expect(await idOfOwner(false)).toBe(own.id);
    await pool.stage.sql(free);
    await pool.stage.sql(sql`update admin.proxy set last_check = now() where id = ${own.proxy}`);
    expect(await idOfOwner(true)).toBe(own.id);
    await pool.stage.sql(sql`update admin.proxy set failures_count = 1 where id = ${own.proxy}`);
    await pool.stage.sql(free);
    expect(await idOfOwner(true)).toBe(working.id);
    const [known, unknown] = [await pool.proxy(), await pool.proxy()];
    await pool.stage.sql(sql`update admin.proxy set last_check = now(), last_used = now() where id = ${known.id}`);
    const leaseProxy = async (proxy_failed: boolean) =>
      (await pool.lease({ holder: 'proxy', source: 'gist', proxy_failed })).leased?.lease.id;
    expect(await leaseProxy(true)).toBe(known.id);
    expect(await leaseProxy(false)).toBe(unknown.id);
  });

  it('of a crawl takes nothing that is reserved for discovery; discovery takes that first, then others', async () => {
    const [plain, reserved] = [await pool.account(), await pool.account({ reserved_for_discovery: true })];
    const proxy = await pool.proxy({ reserved_for_discovery: true });
    const behind = await pool.account({ proxy_ext: `${proxy.ip_address}:3128` });
    expect(await idOf()).toBe(plain.id);
    expect(await idOf()).toBeUndefined();
    await pool.stage.sql(sql`update admin.service_account set leased_until = null`);
    const taken = [await idOf({ purpose: 'discovery' }), await idOf({ purpose: 'discovery' })];
    expect(taken.toSorted()).toEqual([reserved.id, behind.id].toSorted());
    expect(await idOf({ purpose: 'discovery' })).toBe(plain.id);
  });

  it('leaves out excluded, limited and blocked accounts, those of other sources, and those that lack their proxy', async () => {
    const [excluded, limited, blocked] = [await pool.account(), await pool.account(), await pool.account()];
    const [cooling, unproxied] = [await pool.account(), await pool.account()];
    await pool.account({ source_type: 'gist' });
    await pool.call(blockServiceAccountPost, { id: blocked.id });
    await pool.stage.sql(sql`update admin.service_account set limited_until = now() + interval '500 seconds' where id = ${limited.id}`);
    await pool.stage.sql(sql`update admin.proxy set cooling_until = now() + interval '600 seconds' where id = ${cooling.proxy}`);
    await pool.stage.sql(sql`update admin.service_account set proxy_id = null where id = ${unproxied.id}`);
    const answer = await pool.lease({ excluding: [excluded.id] });
    expect(answer).toMatchObject({ leased: null, excluded: 1 });
    expect(answer.seconds).toBeGreaterThan(490);
    expect(answer.seconds).toBeLessThanOrEqual(500);
    expect(await idOf()).toBe(excluded.id);
  });

  it('is of one of the accounts that are asked for, or of none', async () => {
    const [first, second] = [await pool.account(), await pool.account()];
    expect(await pool.lease({ among: [] })).toMatchObject({ leased: null, seconds: null });
    expect(await idOf({ among: [second.id], excluding: [second.id] })).toBeUndefined();
    expect(await idOf({ among: [second.id] })).toBe(second.id);
    expect(await pool.lease({ among: [second.id] })).toMatchObject({ leased: null, seconds: 1 });
    expect(await idOf()).toBe(first.id);
  });

  it('is answered with no time at all where no account could ever serve', async () => {
    expect(await pool.lease()).toEqual({ leased: null, seconds: null, excluded: 0 });
    const { id } = await pool.account();
    expect(await pool.lease({ excluding: [id] })).toEqual({ leased: null, seconds: null, excluded: 1 });
    expect((await pool.lease({ source: 'telegram' })).seconds).toBeNull();
    await pool.account({ source_type: 'telegram', proxy_ext: '' });
    // It is not signed in.
    expect(await pool.lease({ source: 'telegram' })).toMatchObject({ leased: null, seconds: null });
  });

  it('can be foreseen without taking it', async () => {
    await pool.account();
    const foresee = async () => {
      const body = { holder: 'account', source: 'gitlab_cloud', purpose: 'crawl', organisations: [] };
      const crawler = { ...pool.staff, account: null, staff: false, service: 'crawler' };
      return internalLeaseAvailability.answer.parse((await pool.stage.ask('POST', internalLeaseAvailability.path, body, crawler)).body);
    };
    expect(await foresee()).toEqual({ seconds: 0, excluded: 0 });
    await pool.lease();
    expect((await foresee()).seconds).toBeGreaterThan(0);
  });
});

describe('what a step learnt', () => {
  it('limits the account for the seconds that the source names', async () => {
    const { id } = await pool.account();
    await pool.end((await pool.taken()).lease, { kind: 'limited', seconds: 120 });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'limited' });
    expect((await pool.lease()).leased).toBeNull();
    await pool.stage.sql(sql`update admin.service_account set limited_until = now() - interval '1 second'`);
    expect(await pool.accountNow(id)).toMatchObject({ state: 'ready', limited_until: null });
    expect(await idOf()).toBe(id);
  });

  it('blocks a proxy after failures in a row, with a pause between them; an answer of the source ends the row', async () => {
    const { id, proxy } = await pool.account();
    const fail = async () => {
      await pool.stage.sql(sql`update admin.proxy set cooling_until = null`);
      await pool.end((await pool.taken()).lease, { kind: 'proxy_failed', text: 'Proxy response (407)' });
    };
    await fail();
    expect(await pool.proxyNow(proxy ?? '')).toMatchObject({ state: 'ready', failures_count: 1, err_msg: 'Proxy response (407)' });
    expect((await pool.lease()).leased).toBeNull();
    await pool.stage.sql(sql`update admin.proxy set cooling_until = null`);
    await pool.end((await pool.taken()).lease, { kind: 'ok' });
    expect(await pool.proxyNow(proxy ?? '')).toMatchObject({ failures_count: 0, err_msg: '', last_check: expect.any(String) });
    for (let failures = 0; failures < PROXY_FAILURES_MAX; failures += 1) await fail();
    expect(await pool.proxyNow(proxy ?? '')).toMatchObject({ state: 'blocked', block_reason: 'proxy_failed', failures_count: 3 });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'ready', proxy_state: 'blocked', proxy_err: 'Proxy response (407)' });
    expect(await pool.lease()).toEqual({ leased: null, seconds: null, excluded: 0 });
  });
});

it('a proxy that belongs to no account is leased for anonymous requests', async () => {
  const [company, other] = [await pool.organisation(), await pool.organisation()];
  await pool.account();
  await pool.proxy({ company: other });
  await pool.proxy({ reserved_for_discovery: true });
  const [common, own] = [await pool.proxy(), await pool.proxy({ company })];
  const wanted: Parameters<PoolStage['lease']>[0] = { holder: 'proxy', source: 'gist', organisations: [company] };
  expect((await pool.lease(wanted)).leased).toMatchObject({
    lease: { holder: 'proxy', id: own.id, epoch: '1' },
    account: null,
    proxy: { id: own.id },
    organisation: company,
  });
  const second = await pool.taken(wanted);
  expect(second).toMatchObject({ proxy: { id: common.id }, organisation: null });
  expect((await pool.lease(wanted)).leased).toBeNull();
  expect(await pool.renew(second.lease)).toBe(true);
  await pool.end(second.lease, { kind: 'proxy_failed', text: 'ECONNREFUSED' });
  expect(await pool.proxyNow(common.id)).toMatchObject({ failures_count: 1 });
  expect(await pool.renew(second.lease)).toBe(false);
});

it('only services lease', async () => {
  const answer = await pool.stage.ask('POST', internalLease.path, {}, pool.staff);
  expect(answer.status).toBe(403);
});
