import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { waitUntil } from '@leakwatch/testing';
import { openRedis, Unavailable } from '@leakwatch/platform';
import type { LeaseOutcome } from '@leakwatch/contracts';
import type { Access } from './access.port.ts';
import { AccountUse } from './account-use.ts';
import { failureOf, fails, logger, setPoolStage, wanted } from './pool-stage.fixture.ts';
import { UPSTREAM_FAILURES, UpstreamError } from './upstream-error.ts';

const stage = setPoolStage();

describe('what a step learns is reported', () => {
  it.each<[string, { text?: string }, LeaseOutcome]>([
    ['account_refused', { text: 'Your account was suspended' }, { kind: 'refused', text: 'Your account was suspended' }],
    ['account_refused', { text: 'x'.repeat(1000) }, { kind: 'refused', text: 'x'.repeat(300) }],
    ['account_refused', { text: `${'x'.repeat(299)}😀` }, { kind: 'refused', text: `${'x'.repeat(299)}\ufffd` }],
    ['proxy_failed', { text: 'a\0b\ud83d' }, { kind: 'proxy_failed', text: 'a\ufffdb\ufffd' }],
    ['proxy_failed', { text: 'HTTP 407' }, { kind: 'proxy_failed', text: 'HTTP 407' }],
    ['query_refused', {}, { kind: 'unknown' }],
    ['unavailable', {}, { kind: 'unknown' }],
    ['a fault of ours', {}, { kind: 'unknown' }],
  ])('%s', async (name, details, outcome) => {
    stage.server.addAccount('octo');
    const failure = UPSTREAM_FAILURES.find((one) => one === name);
    const error = failure === undefined ? new Error(name) : new UpstreamError(failure, details);
    await expect(stage.newPool().withAccess(wanted(), fails(error))).rejects.toBe(error);
    expect(stage.server.outcomes).toEqual([outcome]);
  });

  it('an answer of the upstream counts for the proxy, whatever the step makes of it', async () => {
    stage.server.addAccount('octo');
    const work = async (access: Access, signal: AbortSignal) => {
      await stage.ask()(access, signal);
      throw new UpstreamError('query_refused');
    };
    await failureOf(stage.newPool().withAccess(wanted(), work));
    expect(stage.server.outcomes).toEqual([{ kind: 'ok' }]);
  });

  it('a proxy that fails is reported by its request', async () => {
    const { simulated, address } = await stage.newProxy();
    stage.server.addAccount('octo', address);
    simulated.behaviour = { kind: 'refused_credentials' };
    expect(await failureOf(stage.newPool().withAccess(wanted(), stage.ask()))).toMatchObject({ failure: 'proxy_failed', text: 'HTTP 407' });
    expect(stage.server.outcomes).toEqual([{ kind: 'proxy_failed', text: 'HTTP 407' }]);
  });
});

describe('a lease', () => {
  it('that staff take away ends the step, which can be tried again', async () => {
    const id = stage.server.addAccount('octo');
    const pool = stage.newPool();
    const step = pool.withAccess(wanted(), async (access, signal) => {
      stage.server.takeAway(id);
      await waitUntil('the loss', async () => signal.aborted);
      await access.fetch(stage.upstream.origin, { signal });
    });
    expect(await failureOf(step)).toMatchObject({ failure: 'unavailable' });
    expect([stage.upstream.seen, stage.server.outcomes]).toEqual([[], []]);
    expect(await pool.withAccess(wanted(), stage.ask())).toBe('octo');
  });

  it('is renewed as long as the step lasts, and not afterwards', async () => {
    stage.server.addAccount('octo');
    await stage
      .newPool()
      .withAccess(wanted(), () =>
        waitUntil('renewals', async () => stage.server.calls.filter((call) => call.endsWith('/renew/')).length > 2),
      );
    const calls = stage.server.calls.length;
    await sleep(200);
    expect(stage.server.calls).toHaveLength(calls);
  });

  it('of a step that is aborted ends', async () => {
    stage.server.addAccount('octo');
    const stop = new AbortController();
    const reason = new Error('the task was stopped');
    const step = stage.newPool().withAccess(wanted({ signal: stop.signal }), async (access, signal) => {
      stop.abort(reason);
      await access.fetch(stage.upstream.origin, { signal });
    });
    await expect(step).rejects.toBe(reason);
    expect(stage.server.outcomes).toEqual([{ kind: 'unknown' }]);
    await expect(stage.newPool().withAccess(wanted({ signal: stop.signal }), stage.ask())).rejects.toBe(reason);
  });
});

describe('without its dependencies nothing is sent', () => {
  it('Redis away', async () => {
    const away = openRedis('redis://127.0.0.1:1', logger);
    stage.afterwards(() => away.disconnect());
    stage.server.addAccount('octo');
    await expect(stage.newPool({ redis: away }).withAccess(wanted(), stage.ask())).rejects.toBeInstanceOf(Unavailable);
    expect(stage.upstream.seen).toEqual([]);
  });

  it('the admin service away', async () => {
    const pool = stage.newPool();
    await stage.closeServer();
    await expect(pool.withAccess(wanted(), stage.ask())).rejects.toBeInstanceOf(Unavailable);
    expect(stage.upstream.seen).toEqual([]);
  });
});

it('counts the requests of an account and the answers that refuse it, for staff', async () => {
  const [id, organisation] = [stage.server.addAccount('counted'), randomUUID()];
  const pool = stage.newPool();
  await pool.withAccess(wanted({ organisations: [organisation] }), stage.ask());
  await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('unavailable'))));
  await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('limited', { resource: 'core', seconds: 60 }))));
  // Not sent: the window is used up.
  await failureOf(pool.withAccess(wanted(), stage.ask('core')));
  await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('account_refused'))));
  const use = new AccountUse(stage.redis, logger);
  await stage.redis.ping();
  expect(await use.ofAccounts([id])).toMatchObject([{ requests: 1, refusals: 2 }]);
  expect(await use.ofSources(['gitlab_cloud'])).toMatchObject([{ requests: 1, refusals: 2 }]);
  expect(await use.organisationsOf([id])).toEqual([[organisation]]);
});
