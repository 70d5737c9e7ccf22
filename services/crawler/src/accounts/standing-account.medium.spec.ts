import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { waitUntil } from '@leakwatch/testing';
import type { AccountPool } from './account-pool.ts';
import { failureOf, fails, setPoolStage, wanted } from './pool-stage.fixture.ts';
import { UpstreamError } from './upstream-error.ts';

const stage = setPoolStage();

/** Keeps an account until it is told to stop. */
async function keeping(pool: AccountPool, organisations: readonly string[] = []) {
  const stopping = new AbortController();
  let isLent = false;
  const kept = pool.keep(wanted({ signal: stopping.signal, organisations }), async (_, signal, lend) => {
    lend();
    isLent = true;
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    throw signal.reason;
  });
  await waitUntil('the account', async () => isLent);
  return { kept, stop: () => stopping.abort(new Error('stopped')) };
}

it('steps of the process use an account that it keeps, one at a time, and others do not', async () => {
  stage.server.addAccount('octo');
  const pool = stage.newPool();
  const { kept, stop } = await keeping(pool);
  let atOnce = 0;
  let most = 0;
  const step = async () => {
    for (;;) {
      const done = await pool
        .withAccess(wanted(), async (access) => {
          most = Math.max(most, (atOnce += 1));
          await sleep(20);
          atOnce -= 1;
          return access.login;
        })
        .catch((error: unknown) => {
          if (error instanceof UpstreamError && error.failure === 'limited') return undefined;
          throw error;
        });
      if (done !== undefined) return done;
      await sleep(10);
    }
  };
  expect(await Promise.all([step(), step(), step()])).toEqual(['octo', 'octo', 'octo']);
  expect(most).toBe(1);
  expect(await failureOf(stage.newPool().withAccess(wanted(), stage.ask()))).toMatchObject({ failure: 'limited' });
  // The lease did not end with the steps.
  expect(stage.server.outcomes).toEqual([]);
  stop();
  await expect(kept).rejects.toThrow('stopped');
  expect(await stage.newPool().withAccess(wanted(), stage.ask())).toBe('octo');
});

it.each([
  ['account_refused', { kind: 'refused', text: 'banned' }],
  ['proxy_failed', { kind: 'proxy_failed', text: 'banned' }],
] as const)('a step that ends with %s ends the keeping, which reports it', async (failure, outcome) => {
  stage.server.addAccount('octo');
  const pool = stage.newPool();
  const { kept } = await keeping(pool);
  const ended = failureOf(kept);
  await failureOf(pool.withAccess(wanted(), fails(new UpstreamError(failure, { text: 'banned' }))));
  expect(await ended).toMatchObject({ failure });
  expect(stage.server.outcomes).toEqual([outcome]);
});

it('a lease that is taken away ends the keeping and the step that has the account', async () => {
  const id = stage.server.addAccount('octo');
  const pool = stage.newPool();
  const { kept } = await keeping(pool);
  const ended = failureOf(kept);
  const step = pool.withAccess(wanted(), async (access, signal) => {
    stage.server.takeAway(id);
    await waitUntil('the loss', async () => signal.aborted);
    await access.fetch(stage.upstream.origin, { signal });
  });
  expect(await failureOf(step)).toMatchObject({ failure: 'unavailable' });
  expect(await ended).toMatchObject({ failure: 'unavailable' });
  expect(stage.upstream.seen).toEqual([]);
});

it('an account of another organisation, or one that may not read what is wanted, is not lent', async () => {
  const [own, other] = ['018f3a5c-0000-7000-8000-000000000001', '018f3a5c-0000-7000-8000-000000000002'];
  const id = stage.server.addAccount('octo', null, own);
  const pool = stage.newPool();
  const { kept, stop } = await keeping(pool, [own]);
  expect(await failureOf(pool.withAccess(wanted({ organisations: [other] }), stage.ask()))).toMatchObject({ failure: 'no_account' });
  expect(await failureOf(pool.withAccess(wanted({ organisations: [own], without: [id] }), stage.ask()))).toMatchObject({
    failure: 'out_of_reach',
  });
  expect(await pool.withAccess(wanted({ organisations: [own], among: [id] }), stage.ask())).toBe('octo');
  stop();
  await expect(kept).rejects.toThrow('stopped');
});
