import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  blockServiceAccountPost,
  type CheckReport,
  checkProxies,
  checkServiceAccounts,
  createProxies,
  deleteServiceAccount,
  internalBeginCheck,
  internalEndCheck,
  type LeaseOutcome,
  POOL_CHECKS_QUEUE,
} from '@leakwatch/contracts';
import { JobWorker, sql } from '@leakwatch/platform';
import { testCaller, waitUntil } from '@leakwatch/testing';
import { PoolStage } from '../fixtures/pool.fixture.ts';
import { CHECK_LIMIT } from './ask-checks.ts';
import { ProbeProxies } from './probe-proxies.ts';

let pool: PoolStage;
beforeAll(async () => {
  pool = await PoolStage.open();
});
afterAll(() => pool?.close());
beforeEach(async () => {
  await pool.clear();
  await pool.stage.redis.flushdb();
});

const crawler = testCaller(null, { account: null, service: 'crawler' });

async function ask(route: typeof checkServiceAccounts | typeof checkProxies, ids: readonly string[]) {
  const answer = await pool.call(route, { body: { ids } });
  return { status: answer.status, code: answer.code, asked: answer.status === 200 ? route.answer.parse(answer.body).asked : null };
}
const askOne = (id: string) => ask(checkServiceAccounts, [id]);

async function checkOf(id: string): Promise<string> {
  const [found] = await pool.stage.sql(
    sql<{ id: string }>`select id from admin.pool_check where service_account_id = ${id} or proxy_id = ${id}`,
  );
  if (found === undefined) throw new Error('no check');
  return found.id;
}

const begin = async (check: string) =>
  internalBeginCheck.answer.parse((await pool.stage.ask('POST', internalBeginCheck.path, { check }, crawler)).body);

async function leased(check: string) {
  const begun = await begin(check);
  if (begun.kind !== 'leased') throw new Error(begun.kind);
  return begun;
}

const report = (check: string, outcome: CheckReport['outcome'], message = '', seconds: number | null = null) =>
  pool.stage.ask('POST', internalEndCheck.path, { check, outcome, message, seconds }, crawler);

/** A whole check as a crawler makes it: it leases, ends the lease, and reports. */
async function checked(id: string, outcome: LeaseOutcome, ended: CheckReport['outcome'], message = '') {
  const check = await checkOf(id);
  await pool.end((await leased(check)).access.lease, outcome);
  await report(check, ended, message);
}

const setAsked = (id: string, secondsAgo: number) =>
  pool.stage.sql(sql`update admin.pool_check set asked = now() - make_interval(secs => ${secondsAgo}) where id = ${id}`);

describe('asking for a check', () => {
  it('is a job with the id of the check alone, waits in the row, and is in the audit trail', async () => {
    const company = await pool.organisation();
    const { id } = await pool.account({ company });
    expect((await pool.accountNow(id)).check).toBeNull();
    const seen: unknown[] = [];
    const { settings, logger } = pool.stage.foundation;
    const work = async (payload: unknown) => void seen.push(payload);
    const worker = new JobWorker({ queue: POOL_CHECKS_QUEUE, concurrency: 1, work, redisUrl: settings.REDIS_URL, logger });
    expect(await askOne(id)).toMatchObject({ asked: 1 });
    const check = await checkOf(id);
    await waitUntil('the job', async () => seen.length === 1);
    await worker.close();
    expect(seen).toEqual([{ check_id: check }]);
    expect((await pool.accountNow(id)).check).toMatchObject({ state: 'waiting', ended: null, message: '' });
    expect(
      await pool.stage.sql(sql`select kind, organisation_id from admin.audit where detail ->> 'service_account' = ${id} order by id`),
    ).toEqual([
      { kind: 'service_account_created', organisation_id: company },
      { kind: 'service_account_checked', organisation_id: company },
    ]);
  });

  it('asks once for what waits or was checked a moment ago, and again later', async () => {
    const { id } = await pool.account();
    expect((await ask(checkServiceAccounts, [id, id])).asked).toBe(1);
    expect((await askOne(id)).asked).toBe(0);
    await checked(id, { kind: 'ok' }, 'works');
    expect((await askOne(id)).asked).toBe(0);
    await setAsked(await checkOf(id), 31);
    const before = await checkOf(id);
    expect((await askOne(id)).asked).toBe(1);
    expect(await checkOf(id)).not.toBe(before);
  });

  it('is bounded for each member of staff', async () => {
    const { id } = await pool.account();
    const answers: number[] = [];
    for (let at = 0; at <= CHECK_LIMIT.attempts; at += 1) answers.push((await askOne(id)).status);
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
  });

  it('is for staff, about what there is, and not about Telegram', async () => {
    const { id } = await pool.account();
    const telegram = await pool.account({ source_type: 'telegram', phone: '+79001234567', proxy_ext: '' });
    expect(await askOne(randomUUID())).toMatchObject({ status: 404 });
    expect(await askOne(telegram.id)).toMatchObject({ status: 404 });
    expect(await ask(checkServiceAccounts, [id, telegram.id, randomUUID()])).toMatchObject({ asked: 1 });
    expect(await ask(checkServiceAccounts, [])).toMatchObject({ status: 400 });
    const customer = testCaller(await pool.organisation());
    expect((await pool.call(checkServiceAccounts, { body: { ids: [id] } }, customer)).status).toBe(403);
  });
});

describe('a check', () => {
  it('leases the account with its credentials, and nobody else gets it meanwhile', async () => {
    const { id } = await pool.account();
    await askOne(id);
    const { source, access } = await leased(await checkOf(id));
    expect({ source, account: access.account, proxy: access.proxy?.port }).toEqual({
      source: 'gitlab_cloud',
      account: { id, login: expect.any(String), secret: 'account-secret' },
      proxy: 3128,
    });
    expect((await pool.lease()).leased).toBeNull();
    expect(await begin(await checkOf(id))).toEqual({ kind: 'busy' });
    await pool.end(access.lease, { kind: 'ok' });
    expect((await pool.lease()).leased?.account?.id).toBe(id);
  });

  it('that finds a refused account working ends the refusal, and one that is refused blocks', async () => {
    const { id } = await pool.account();
    await askOne(id);
    await checked(id, { kind: 'refused', text: '401 Unauthorized' }, 'refused', '401 Unauthorized');
    expect(await pool.accountNow(id)).toMatchObject({
      state: 'blocked',
      block_reason: 'refused',
      err_msg: '401 Unauthorized',
      check: { state: 'refused', message: '401 Unauthorized', ended: expect.any(String) },
    });
    await setAsked(await checkOf(id), 31);
    await askOne(id);
    await checked(id, { kind: 'ok' }, 'works');
    expect(await pool.accountNow(id)).toMatchObject({ state: 'ready', block_reason: null, err_msg: '', check: { state: 'works' } });
  });

  it('leaves a block by staff, whatever the source says', async () => {
    for (const [outcome, ended] of [
      [{ kind: 'ok' }, 'works'],
      [{ kind: 'refused', text: '401' }, 'refused'],
    ] as const) {
      const { id } = await pool.account();
      await pool.call(blockServiceAccountPost, { id });
      await askOne(id);
      await checked(id, outcome, ended);
      expect(await pool.accountNow(id)).toMatchObject({ state: 'blocked', block_reason: 'staff', check: { state: ended } });
    }
  });

  it('of a proxy leases its account without credentials, and ends the block of a proxy that works again', async () => {
    const account = await pool.account();
    const proxy = account.proxy ?? '';
    await pool.stage.sql(
      sql`update admin.proxy set block_reason = 'proxy_failed', failures_count = 3, err_msg = 'refused' where id = ${proxy}`,
    );
    expect(await ask(checkProxies, [proxy])).toMatchObject({ asked: 1 });
    const check = await checkOf(proxy);
    const { source, access } = await leased(check);
    expect({ source, account: access.account, holder: access.lease.holder }).toEqual({
      source: 'gitlab_cloud',
      account: null,
      holder: 'account',
    });
    await pool.end(access.lease, { kind: 'ok' });
    await report(check, 'works');
    expect(await pool.proxyNow(proxy)).toMatchObject({ state: 'ready', failures_count: 0, err_msg: '', check: { state: 'works' } });
  });

  it('of a proxy without an account leases the proxy, and a failure counts as any other', async () => {
    const { id } = await pool.proxy();
    await ask(checkProxies, [id]);
    const { source, access } = await leased(await checkOf(id));
    expect({ source, holder: access.lease.holder }).toEqual({ source: null, holder: 'proxy' });
    await pool.end(access.lease, { kind: 'proxy_failed', text: 'no answer' });
    await report(await checkOf(id), 'proxy_failed', 'no answer');
    expect(await pool.proxyNow(id)).toMatchObject({ failures_count: 1, check: { state: 'proxy_failed', message: 'no answer' } });
  });

  it('says until when the account is limited', async () => {
    const { id } = await pool.account();
    await askOne(id);
    await report(await checkOf(id), 'limited', '429', 90);
    const { check } = await pool.accountNow(id);
    expect(check?.state).toBe('limited');
    expect(Date.parse(check?.limited_until ?? '') - Date.parse(check?.ended ?? '')).toBe(90_000);
  });

  it('of an account that lost its proxy says so', async () => {
    const { id } = await pool.account();
    await pool.stage.sql(sql`update admin.service_account set proxy_id = null where id = ${id}`);
    await askOne(id);
    expect(await begin(await checkOf(id))).toEqual({ kind: 'no_proxy' });
    expect((await pool.lease()).leased).toBeNull();
    expect((await pool.accountNow(id)).state).toBe('ready');
  });

  it('that nobody reported is unanswered after a while, and a late report changes nothing', async () => {
    const { id } = await pool.account();
    await askOne(id);
    const check = await checkOf(id);
    await setAsked(check, 181);
    expect((await pool.accountNow(id)).check?.state).toBe('unanswered');
    expect(await begin(check)).toEqual({ kind: 'over' });
    await report(check, 'works');
    expect((await pool.accountNow(id)).check?.state).toBe('unanswered');
    expect((await askOne(id)).asked).toBe(1);
    await report(check, 'works');
    expect((await pool.accountNow(id)).check?.state).toBe('waiting');
  });

  it('goes with its account', async () => {
    const { id } = await pool.account();
    await askOne(id);
    const check = await checkOf(id);
    expect((await pool.call(deleteServiceAccount, { id })).status).toBe(200);
    expect(await begin(check)).toEqual({ kind: 'over' });
  });
});

describe('checks of proxies on a schedule', () => {
  const probe = () => pool.stage.app.get(ProbeProxies).run();
  const age = (id: string, seconds: number) =>
    pool.stage.sql(
      sql`update admin.proxy set created = now() - interval '1 day', last_check = now() - make_interval(secs => ${seconds}) where id = ${id}`,
    );
  const set = (id: string, change: { block_reason?: string; failures_count?: number }) =>
    pool.stage.sql(
      sql`update admin.proxy set block_reason = ${change.block_reason ?? null}, failures_count = ${change.failures_count ?? 0} where id = ${id}`,
    );

  it('try what was not used for an hour, a new one and one that failed after five minutes, and each once', async () => {
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
    expect(
      await pool.stage.sql(sql`select kind from admin.audit where kind = 'proxy_checked' and detail ->> 'proxy' = ${idle.id}`),
    ).toEqual([]);
  });

  it('show in the row when it was tried and how often it failed, block it after three failures, and use it again once it works', async () => {
    const { id } = await pool.proxy();
    for (const failures of [1, 2, 3]) {
      await age(id, failures === 1 ? 3_700 : 310);
      await pool.stage.sql(sql`update admin.pool_check set asked = now() - interval '310 seconds'`);
      expect(await probe()).toEqual([id]);
      await checked(id, { kind: 'proxy_failed', text: 'no answer' }, 'proxy_failed', 'no answer');
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
    await checked(id, { kind: 'ok' }, 'works');
    expect(await pool.proxyNow(id)).toMatchObject({ failures_count: 0, state: 'ready', err_msg: '', block_reason: null });
  });

  it('leave alone what staff blocked, what left its company, and what a crawler uses', async () => {
    const [blocked, left, leasedOne] = [await pool.proxy(), await pool.proxy(), await pool.proxy()];
    for (const { id } of [blocked, left, leasedOne]) await age(id, 8_000);
    await set(blocked.id, { block_reason: 'staff' });
    await set(left.id, { block_reason: 'company_changed' });
    await pool.stage.sql(sql`update admin.proxy set leased_until = now() + interval '30 seconds' where id = ${leasedOne.id}`);
    expect(await probe()).toEqual([]);
  });

  it('ask for no more than a crawler does in a round', async () => {
    const lines = Array.from({ length: 130 }, (_, at) => `10.3.0.${at}:3128:user:p`);
    await pool.call(createProxies, { body: { proxies: lines } });
    await pool.stage.sql(sql`update admin.proxy set created = now() - interval '1 day'`);
    expect(await probe()).toHaveLength(100);
    expect(await probe()).toEqual([]);
    await pool.stage.sql(sql`update admin.pool_check set ended = now(), outcome = 'works'`);
    expect(await probe()).toHaveLength(30);
  });
});
