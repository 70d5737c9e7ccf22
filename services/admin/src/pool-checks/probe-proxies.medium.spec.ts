import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createProxies } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { PoolStage } from '../fixtures/pool.fixture.ts';
import { CheckStage } from './check.fixture.ts';
import { ProbeProxies } from './probe-proxies.ts';

let pool: PoolStage;
let checks: CheckStage;
beforeAll(async () => {
  pool = await PoolStage.open();
  checks = new CheckStage(pool);
});
afterAll(() => pool?.close());
beforeEach(() => pool.clear());

const probe = () => pool.stage.app.get(ProbeProxies).run();
const age = (id: string, seconds: number) =>
  pool.stage.sql(
    sql`update admin.proxy set created = now() - interval '1 day', last_check = now() - make_interval(secs => ${seconds}) where id = ${id}`,
  );
const set = (id: string, change: { block_reason?: string; failures_count?: number }) =>
  pool.stage.sql(
    sql`update admin.proxy set block_reason = ${change.block_reason ?? null}, failures_count = ${change.failures_count ?? 0} where id = ${id}`,
  );

it('tries what was not used for an hour, a new one and one that failed after five minutes, and each once', async () => {
  const [used, idle, fresh, added, failed] = [
    await pool.proxy(),
    await pool.proxy(),
    await pool.proxy(),
    await pool.proxy(),
    await pool.proxy(),
  ];
  await age(used.id, 3_500);
  await age(idle.id, 3_700);
  await pool.stage.sql(sql`update admin.proxy set created = now() - interval '6 minutes' where id = ${added.id}`);
  await age(failed.id, 310);
  await set(failed.id, { failures_count: 1 });
  expect((await probe()).toSorted()).toEqual([idle.id, added.id, failed.id].toSorted());
  expect(await probe()).toEqual([]);
  expect((await pool.proxyNow(idle.id)).check?.state).toBe('waiting');
  expect((await pool.proxyNow(fresh.id)).check).toBeNull();
  expect(await pool.stage.sql(sql`select kind from admin.audit where kind = 'proxy_checked' and detail ->> 'proxy' = ${idle.id}`)).toEqual(
    [],
  );
});

it('shows in the row when a proxy was tried and how often it failed, blocks it after three failures, and uses it again once it works', async () => {
  const { id } = await pool.proxy();
  for (const failures of [1, 2, 3]) {
    await age(id, failures === 1 ? 3_700 : 310);
    await pool.stage.sql(sql`update admin.pool_check set asked = now() - interval '310 seconds'`);
    expect(await probe()).toEqual([id]);
    await checks.whole(id, { kind: 'proxy_failed', text: 'no answer' }, 'proxy_failed', 'no answer');
    expect(await pool.proxyNow(id)).toMatchObject({
      failures_count: failures,
      state: failures === 3 ? 'blocked' : 'ready',
      err_msg: 'no answer',
    });
  }
  const tried = Date.parse((await pool.proxyNow(id)).last_check ?? '');
  expect(Date.now() - tried).toBeLessThan(60_000);
  await pool.stage.sql(sql`update admin.pool_check set asked = now() - interval '310 seconds'`);
  await age(id, 310);
  expect(await probe()).toEqual([]);
  await pool.stage.sql(sql`update admin.pool_check set asked = now() - interval '2 hours'`);
  await age(id, 3_700);
  expect(await probe()).toEqual([id]);
  await checks.whole(id, { kind: 'ok' }, 'works');
  expect(await pool.proxyNow(id)).toMatchObject({ failures_count: 0, state: 'ready', err_msg: '', block_reason: null });
});

it('leaves alone what staff blocked, what left its company, and what a crawler uses', async () => {
  const [blocked, left, leasedOne] = [await pool.proxy(), await pool.proxy(), await pool.proxy()];
  for (const { id } of [blocked, left, leasedOne]) await age(id, 8_000);
  await set(blocked.id, { block_reason: 'staff' });
  await set(left.id, { block_reason: 'company_changed' });
  await pool.stage.sql(sql`update admin.proxy set leased_until = now() + interval '30 seconds' where id = ${leasedOne.id}`);
  expect(await probe()).toEqual([]);
});

it('asks for no more than a crawler does in a round', async () => {
  const lines = Array.from({ length: 130 }, (_, at) => `10.3.0.${at}:3128:user:p`);
  await pool.call(createProxies, { body: { proxies: lines } });
  await pool.stage.sql(sql`update admin.proxy set created = now() - interval '1 day'`);
  expect(await probe()).toHaveLength(100);
  expect(await probe()).toEqual([]);
  await pool.stage.sql(sql`update admin.pool_check set ended = now(), outcome = 'works'`);
  expect(await probe()).toHaveLength(30);
});
