import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  blockServiceAccount,
  blockServiceAccountPost,
  createServiceAccount,
  listFreeServiceAccounts,
  resetServiceAccount,
  unblockServiceAccount,
  unblockServiceAccountPost,
  unlinkServiceAccount,
  unlinkServiceAccountPost,
} from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { PoolStage } from '../fixtures/pool.fixture.ts';

let pool: PoolStage;
beforeAll(async () => {
  pool = await PoolStage.open();
});
afterAll(() => pool?.close());
beforeEach(() => pool.clear());

describe('steps of staff', () => {
  it.each([
    ['GET', blockServiceAccount, unblockServiceAccount],
    ['POST', blockServiceAccountPost, unblockServiceAccountPost],
  ])('block and unblock by %s', async (_, block, unblock) => {
    const { id } = await pool.account();
    const { lease } = await pool.taken();
    expect(createServiceAccount.answer.parse((await pool.call(block, { id })).body)).toMatchObject({
      state: 'blocked',
      block_reason: 'staff',
    });
    expect(await pool.renew(lease)).toBe(false);
    await pool.end(lease, { kind: 'limited', seconds: 60 });
    expect((await pool.lease()).leased).toBeNull();
    expect(createServiceAccount.answer.parse((await pool.call(unblock, { id })).body)).toMatchObject({
      state: 'ready',
      block_reason: null,
    });
    expect((await pool.lease()).leased?.account?.id).toBe(id);
  });

  it('reset makes a busy, limited or waiting account ready', async () => {
    const { id } = await pool.account();
    const reset = async () => createServiceAccount.answer.parse((await pool.call(resetServiceAccount, { id })).body);
    const { lease } = await pool.taken();
    expect(await pool.accountNow(id)).toMatchObject({ state: 'busy', proxy_state: 'busy' });
    expect(await reset()).toMatchObject({ state: 'ready', proxy_state: 'ready' });
    expect(await pool.renew(lease)).toBe(false);
    const second = await pool.taken();
    await pool.end(second.lease, { kind: 'limited', seconds: 600 });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'limited', limited_until: expect.any(String) });
    expect(await reset()).toMatchObject({ state: 'ready', limited_until: null });
    await pool.stage.sql(sql`update admin.service_account set wait_code = true where id = ${id}`);
    expect(await pool.accountNow(id)).toMatchObject({ state: 'wait_code' });
    expect(await reset()).toMatchObject({ state: 'ready' });
  });

  it.each([
    ['GET', unlinkServiceAccount],
    ['POST', unlinkServiceAccountPost],
  ])('unlink by %s takes the account from its company and blocks it, and drops the company’s proxy', async (_, unlink) => {
    const company = await pool.organisation();
    const { id } = await pool.account({ company });
    const { lease } = await pool.taken({ organisations: [company] });
    const after = createServiceAccount.answer.parse((await pool.call(unlink, { id })).body);
    expect(after).toMatchObject({ company: null, proxy: null, task: null, state: 'blocked', block_reason: 'company_changed' });
    expect(await pool.renew(lease)).toBe(false);
    const free = async () => listFreeServiceAccounts.answer.parse((await pool.call(listFreeServiceAccounts)).body).results;
    expect(await free()).toEqual([]);
    await pool.call(unblockServiceAccountPost, { id });
    expect(await free()).toMatchObject([{ id, company: null }]);
  });

  it('unlink ends the lease for a task of an account that belongs to no company', async () => {
    const { id } = await pool.account();
    const task = randomUUID();
    const { lease } = await pool.taken({ task });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'busy', task });
    await pool.call(unlinkServiceAccountPost, { id });
    expect(await pool.accountNow(id)).toMatchObject({ state: 'ready', task: null });
    expect(await pool.renew(lease)).toBe(false);
  });
});
