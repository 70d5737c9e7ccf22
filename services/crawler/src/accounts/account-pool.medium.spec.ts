import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Access } from './access.port.ts';
import { failureOf, fails, RATES, setPoolStage, wanted } from './pool-stage.fixture.ts';
import { UpstreamError } from './upstream-error.ts';

const stage = setPoolStage();

describe('a step', () => {
  it.each(['http', 'socks5'] as const)('gets an account and asks through its %s proxy', async (type) => {
    const { simulated, address } = await stage.newProxy(type);
    stage.server.addAccount('octo', address);
    expect(await stage.newPool().withAccess(wanted(), stage.ask())).toBe('octo');
    expect(stage.upstream.seen).toEqual(['/ secret of octo']);
    expect(simulated.connections).toHaveLength(1);
    expect(stage.server.outcomes).toEqual([{ kind: 'ok' }]);
  });

  it('never shares an account with another step', async () => {
    stage.server.addAccount('one');
    stage.server.addAccount('two');
    const [first, second] = [stage.newPool(), stage.newPool()];
    const logins = await first.withAccess(wanted(), (one) =>
      second.withAccess(wanted(), async (two) => {
        const none = await failureOf(first.withAccess(wanted(), stage.ask()));
        expect(none).toMatchObject({ failure: 'limited', resource: 'search', seconds: 1 });
        return [one.login, two.login];
      }),
    );
    expect(logins).toEqual(['one', 'two']);
  });

  it('is refused where no account could ever serve', async () => {
    expect(await failureOf(stage.newPool().withAccess(wanted(), stage.ask()))).toMatchObject({ failure: 'no_account' });
    stage.server.addAccount('theirs', null, randomUUID());
    expect(await failureOf(stage.newPool().withAccess(wanted({ organisations: [randomUUID()] }), stage.ask()))).toMatchObject({
      failure: 'no_account',
    });
  });

  it('that may do without an account asks through a free proxy, then directly, each address with its own window', async () => {
    const { simulated, address } = await stage.newProxy();
    stage.server.addProxy(address);
    const pool = stage.newPool();
    const optional = wanted({ accounts: 'optional', resource: 'page' });
    for (let requests = 0; requests < 4; requests += 1) expect(await pool.withAccess(optional, stage.ask('page'))).toBeNull();
    expect(simulated.connections).toHaveLength(1);
    expect(stage.upstream.seen).toEqual(Array.from({ length: 4 }, () => '/ anonymous'));
    const refused = await failureOf(stage.newPool().withAccess(optional, stage.ask('page')));
    expect(refused).toMatchObject({ failure: 'limited', resource: 'page' });
    expect(refused.seconds).toBeLessThanOrEqual(60);
    expect(stage.upstream.seen).toHaveLength(4);
    stage.server.addAccount('octo');
    // The account has no proxy: it shares the direct address, whose window is used up. Another resource is counted by account.
    expect(await failureOf(pool.withAccess(optional, stage.ask('page')))).toMatchObject({ failure: 'limited' });
    expect(await pool.withAccess({ ...optional, resource: 'search' }, stage.ask())).toBe('octo');
  });

  it('that needs no account asks nobody for one, and goes through the proxy of the setting', async () => {
    const { simulated, address } = await stage.newProxy('socks5');
    const none = wanted({ source: 'pastebin', accounts: 'none', resource: 'page' });
    await stage.newPool({ pastebin: address }).withAccess(none, stage.ask('page'));
    expect(simulated.connections).toHaveLength(1);
    await stage.newPool().withAccess(none, stage.ask('page'));
    expect(simulated.connections).toHaveLength(1);
    expect(stage.server.calls).toEqual([]);
  });

  it('uses no proxy on a private network unless the installation allows it', async () => {
    const { simulated, address } = await stage.newProxy();
    stage.server.addAccount('octo', address);
    expect(await failureOf(stage.newPool({ allowPrivate: false }).withAccess(wanted(), stage.ask()))).toMatchObject({
      failure: 'proxy_failed',
    });
    expect(simulated.connections).toEqual([]);
    expect(stage.server.outcomes).toMatchObject([{ kind: 'proxy_failed', text: expect.stringContaining('private') }]);
  });
});

describe('limits', () => {
  it('count the requests of all workers, and nothing is sent beyond them', async () => {
    stage.server.addAccount('octo');
    const pools = [stage.newPool(), stage.newPool()];
    for (const pool of [...pools, ...pools].slice(0, 3)) await pool.withAccess(wanted(), stage.ask());
    for (const pool of pools)
      expect(await failureOf(pool.withAccess(wanted(), stage.ask()))).toMatchObject({ failure: 'limited', resource: 'search' });
    expect(stage.upstream.seen).toHaveLength(3);
    expect(await pools[0]?.withAccess(wanted({ resource: 'core' }), stage.ask('core'))).toBe('octo');
  });

  it('of one account leave the others: the wait is over at once', async () => {
    stage.server.addAccount('one');
    stage.server.addAccount('two');
    const pool = stage.newPool();
    const limited = await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('limited', { resource: 'search', seconds: 40 }))));
    expect(limited).toMatchObject({ failure: 'limited', resource: 'search', seconds: 0 });
    // Another resource of it is left, so it is not limited as a whole.
    expect(stage.server.outcomes).toEqual([{ kind: 'unknown' }]);
    expect(await pool.withAccess(wanted(), stage.ask())).toBe('two');
    expect(await pool.withAccess(wanted({ resource: 'core' }), stage.ask('core'))).toBe('one');
    await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('limited', { resource: 'search', seconds: 20 }))));
    const none = await failureOf(stage.newPool().withAccess(wanted(), stage.ask()));
    expect(none).toMatchObject({ failure: 'limited', resource: 'search' });
    expect(none.seconds).toBeGreaterThan(15);
    expect(none.seconds).toBeLessThanOrEqual(21);
  });

  it('of every resource, or of none by name, make the account limited', async () => {
    stage.server.addAccount('one');
    const pool = stage.newPool();
    const rates = { search: RATES.search, core: RATES.core };
    for (const resource of ['core', 'search'])
      await failureOf(pool.withAccess(wanted({ rates }), fails(new UpstreamError('limited', { resource, seconds: 40 }))));
    expect(stage.server.outcomes).toEqual([{ kind: 'unknown' }, { kind: 'limited', seconds: expect.any(Number) }]);
    stage.server.addAccount('two');
    expect(await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('limited', { seconds: 90 }))))).toMatchObject({ seconds: 40 });
    expect(stage.server.outcomes.at(-1)).toEqual({ kind: 'limited', seconds: 90 });
  });

  it.each(['required', 'optional'] as const)(
    'of another resource than the wanted one are waited for, where an account is %s',
    async (accounts) => {
      stage.server.addAccount('one');
      const pool = stage.newPool();
      const ofCore = () => pool.withAccess(wanted({ accounts }), fails(new UpstreamError('limited', { resource: 'core', seconds: 40 })));
      const first = await failureOf(ofCore());
      expect(first).toMatchObject({ failure: 'limited', resource: 'core', seconds: 40 });
      // The one used least recently comes first: it is limited too, and another one is left.
      stage.server.addAccount('two');
      stage.server.addAccount('three');
      expect(await failureOf(ofCore())).toMatchObject({ resource: 'core', seconds: 0 });
    },
  );

  it('of an address without an account are waited for as long as other steps have the account, which is looked for again', async () => {
    const optional = wanted({ accounts: 'optional', resource: 'core' });
    const limit = fails(new UpstreamError('limited', { resource: 'core', seconds: 3_000 }));
    const pool = stage.newPool();
    expect(await failureOf(pool.withAccess(optional, limit))).toMatchObject({ failure: 'limited', resource: 'core', seconds: 3_000 });
    await stage.redis.flushdb();
    stage.server.addAccount('octo');
    await stage.newPool().withAccess(optional, async ({ login }) => {
      expect(login).toBe('octo');
      expect(await failureOf(pool.withAccess(optional, limit))).toMatchObject({ failure: 'limited', resource: 'core', seconds: 1 });
    });
    expect(await pool.withAccess(optional, stage.ask('core'))).toBe('octo');
  });

  it('are not longer because a step asks again and again', async () => {
    stage.server.addAccount('one');
    const pool = stage.newPool();
    const twice = async (access: Access) => {
      for (let requests = 0; requests < 9; requests += 1) await access.spend('search');
    };
    const seconds: number[] = [];
    for (let asked = 0; asked < 10; asked += 1)
      seconds.push((await failureOf(pool.withAccess(wanted({ resource: 'core' }), twice))).seconds ?? 0);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(60);
  });

  it('that the upstream names rule over the configured rate', async () => {
    stage.server.addAccount('one');
    const pool = stage.newPool();
    await pool.withAccess(wanted(), async (access) => {
      for (let remaining = 6; remaining >= 0; remaining -= 1) {
        await access.spend('search');
        await access.saw('search', { remaining, seconds: 30 });
      }
      const refused = await failureOf(access.spend('search'));
      expect(refused).toMatchObject({ failure: 'limited', resource: 'search' });
      expect(refused.seconds).toBeLessThanOrEqual(31);
    });
  });
});
