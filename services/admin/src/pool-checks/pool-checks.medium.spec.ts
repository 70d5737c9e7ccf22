import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { blockServiceAccountPost, checkProxies, checkServiceAccounts, deleteServiceAccount, POOL_CHECKS_QUEUE } from '@leakwatch/contracts';
import { JobWorker, sql } from '@leakwatch/platform';
import { testCaller, waitUntil } from '@leakwatch/testing';
import { PoolStage } from '../fixtures/pool.fixture.ts';
import { CHECK_LIMIT } from './ask-checks.ts';
import { CheckStage } from './check.fixture.ts';

let pool: PoolStage;
let checks: CheckStage;
beforeAll(async () => {
  pool = await PoolStage.open();
  checks = new CheckStage(pool);
});
afterAll(() => pool?.close());
beforeEach(async () => {
  await pool.clear();
  await pool.stage.redis.flushdb();
});

async function ask(route: typeof checkServiceAccounts | typeof checkProxies, ids: readonly string[]) {
  const answer = await pool.call(route, { body: { ids } });
  return { status: answer.status, code: answer.code, asked: answer.status === 200 ? route.answer.parse(answer.body).asked : null };
}
const askOne = (id: string) => ask(checkServiceAccounts, [id]);

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
    const check = await checks.of(id);
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
    await checks.whole(id, { kind: 'ok' }, 'works');
    expect((await askOne(id)).asked).toBe(0);
    await setAsked(await checks.of(id), 31);
    const before = await checks.of(id);
    expect((await askOne(id)).asked).toBe(1);
    expect(await checks.of(id)).not.toBe(before);
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
    const { source, access } = await checks.leased(await checks.of(id));
    expect({ source, account: access.account, proxy: access.proxy?.port }).toEqual({
      source: 'gitlab_cloud',
      account: { id, login: expect.any(String), secret: 'account-secret' },
      proxy: 3128,
    });
    expect((await pool.lease()).leased).toBeNull();
    expect(await checks.begin(await checks.of(id))).toEqual({ kind: 'busy' });
    await pool.end(access.lease, { kind: 'ok' });
    expect((await pool.lease()).leased?.account?.id).toBe(id);
  });

  it('that finds a refused account working ends the refusal, and one that is refused blocks', async () => {
    const { id } = await pool.account();
    await askOne(id);
    await checks.whole(id, { kind: 'refused', text: '401 Unauthorized' }, 'refused', '401 Unauthorized');
    expect(await pool.accountNow(id)).toMatchObject({
      state: 'blocked',
      block_reason: 'refused',
      err_msg: '401 Unauthorized',
      check: { state: 'refused', message: '401 Unauthorized', ended: expect.any(String) },
    });
    await setAsked(await checks.of(id), 31);
    await askOne(id);
    await checks.whole(id, { kind: 'ok' }, 'works');
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
      await checks.whole(id, outcome, ended);
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
    const check = await checks.of(proxy);
    const { source, access } = await checks.leased(check);
    expect({ source, account: access.account, holder: access.lease.holder }).toEqual({
      source: 'gitlab_cloud',
      account: null,
      holder: 'account',
    });
    await pool.end(access.lease, { kind: 'ok' });
    await checks.report(check, 'works');
    expect(await pool.proxyNow(proxy)).toMatchObject({ state: 'ready', failures_count: 0, err_msg: '', check: { state: 'works' } });
  });

  it('of a proxy without an account leases the proxy, and a failure counts as any other', async () => {
    const { id } = await pool.proxy();
    await ask(checkProxies, [id]);
    const { source, access } = await checks.leased(await checks.of(id));
    expect({ source, holder: access.lease.holder }).toEqual({ source: null, holder: 'proxy' });
    await pool.end(access.lease, { kind: 'proxy_failed', text: 'no answer' });
    await checks.report(await checks.of(id), 'proxy_failed', 'no answer');
    expect(await pool.proxyNow(id)).toMatchObject({ failures_count: 1, check: { state: 'proxy_failed', message: 'no answer' } });
  });

  it('says until when the account is limited', async () => {
    const { id } = await pool.account();
    await askOne(id);
    await checks.report(await checks.of(id), 'limited', '429', 90);
    const { check } = await pool.accountNow(id);
    expect(check?.state).toBe('limited');
    expect(Date.parse(check?.limited_until ?? '') - Date.parse(check?.ended ?? '')).toBe(90_000);
  });

  it('of an account that lost its proxy says so', async () => {
    const { id } = await pool.account();
    await pool.stage.sql(sql`update admin.service_account set proxy_id = null where id = ${id}`);
    await askOne(id);
    expect(await checks.begin(await checks.of(id))).toEqual({ kind: 'no_proxy' });
    expect((await pool.lease()).leased).toBeNull();
    expect((await pool.accountNow(id)).state).toBe('ready');
  });

  it('that nobody reported is unanswered after a while, and a late report changes nothing', async () => {
    const { id } = await pool.account();
    await askOne(id);
    const check = await checks.of(id);
    await setAsked(check, 181);
    expect((await pool.accountNow(id)).check?.state).toBe('unanswered');
    expect(await checks.begin(check)).toEqual({ kind: 'over' });
    await checks.report(check, 'works');
    expect((await pool.accountNow(id)).check?.state).toBe('unanswered');
    expect((await askOne(id)).asked).toBe(1);
    await checks.report(check, 'works');
    expect((await pool.accountNow(id)).check?.state).toBe('waiting');
  });

  it('goes with its account', async () => {
    const { id } = await pool.account();
    await askOne(id);
    const check = await checks.of(id);
    expect((await pool.call(deleteServiceAccount, { id })).status).toBe(200);
    expect(await checks.begin(check)).toEqual({ kind: 'over' });
  });
});
