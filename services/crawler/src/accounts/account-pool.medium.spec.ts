import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LeaseOutcome } from '@leakwatch/contracts';
import { createLogger, openRedis, Unavailable } from '@leakwatch/platform';
import { startProxy } from '@leakwatch/simulators';
import { createTestEnvironment, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import type { Redis } from 'ioredis';
import type { Access } from './access.port.ts';
import type { CrawlerSettings } from '../settings.ts';
import { AccountUse } from './account-use.ts';
import { AccountPool } from './account-pool.ts';
import { PoolServer } from './pool-server.fixture.ts';
import type { ProxyAddress } from './proxy-connection.ts';
import { ProxyDispatchers } from './proxy-dispatchers.ts';
import { RateWindows } from './rate-windows.ts';
import { TakeAccess } from './take-access.ts';
import { UPSTREAM_FAILURES, UpstreamError } from './upstream-error.ts';
import type { Wanted } from './wanted.ts';

let environment: TestEnvironment;
let redis: Redis;
let server: PoolServer;
let upstream: { readonly origin: string; readonly seen: string[] };
const open: (() => unknown)[] = [];
const logger = createLogger('test', 'silent');

beforeAll(async () => {
  environment = await createTestEnvironment();
  redis = openRedis(environment.env['REDIS_URL'] ?? '', logger);
  await waitUntil('redis', async () => redis.status === 'ready');
});
afterAll(async () => {
  redis?.disconnect();
  await environment?.drop();
});
beforeEach(async () => {
  await redis.flushdb();
  server = await PoolServer.open();
  open.push(() => server.close());
  upstream = await startUpstream();
});
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function startUpstream() {
  const seen: string[] = [];
  const target = createServer((request, response) => {
    seen.push(`${request.url} ${request.headers['authorization'] ?? 'anonymous'}`);
    response.end('answer');
  }).listen(0, '127.0.0.1');
  await once(target, 'listening');
  open.push(() => {
    target.closeAllConnections();
    target.close();
  });
  const address = target.address();
  return { origin: typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '', seen };
}

interface Options {
  readonly redis?: Redis;
  readonly allowPrivate?: boolean;
  readonly pastebin?: CrawlerSettings['PASTEBIN_PROXY'];
}

/** The pool of one worker. */
function newPool({ redis: own = redis, allowPrivate = true, pastebin }: Options = {}) {
  const windows = new RateWindows(own);
  const dispatchers = new ProxyDispatchers();
  open.push(() => dispatchers.onModuleDestroy());
  const take = new TakeAccess(server.services(), windows, { GIT_ALLOW_PRIVATE_ADDRESSES: allowPrivate, PASTEBIN_PROXY: pastebin });
  take.renewMs = 50;
  return new AccountPool(take, windows, dispatchers, new AccountUse(own, logger), logger);
}

const RATES = {
  search: { requests: 3, seconds: 60, by: 'account' },
  core: { requests: 5, seconds: 3600, by: 'account' },
  page: { requests: 2, seconds: 60, by: 'address' },
} as const;

const wanted = (change: Partial<Wanted> = {}): Wanted => ({
  source: 'gitlab_cloud',
  accounts: 'required',
  organisations: [],
  resource: 'search',
  rates: RATES,
  purpose: 'crawl',
  signal: new AbortController().signal,
  ...change,
});

const ask =
  (resource = 'search', path = '/') =>
  async (access: Access, signal: AbortSignal) => {
    await access.spend(resource);
    const headers: Record<string, string> = access.secret === null ? {} : { authorization: access.secret };
    await access.fetch(`${upstream.origin}${path}`, { headers, signal });
    return access.login;
  };

const fails = (error: unknown) => () => Promise.reject(error);

async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UpstreamError)) throw new Error('no UpstreamError', { cause: error });
  return error;
}

async function newProxy(type: ProxyAddress['type'] = 'http') {
  const simulated = await startProxy({ kind: type, credentials: { user: 'user', password: 'password' } });
  open.push(() => simulated.close());
  return { simulated, address: { id: randomUUID(), type, ...simulated.address, login: 'user', password: 'password' } };
}

describe('a step', () => {
  it.each(['http', 'socks5'] as const)('gets an account and asks through its %s proxy', async (type) => {
    const { simulated, address } = await newProxy(type);
    server.addAccount('octo', address);
    expect(await newPool().withAccess(wanted(), ask())).toBe('octo');
    expect(upstream.seen).toEqual(['/ secret of octo']);
    expect(simulated.connections).toHaveLength(1);
    expect(server.outcomes).toEqual([{ kind: 'ok' }]);
  });

  it('never shares an account with another step', async () => {
    server.addAccount('one');
    server.addAccount('two');
    const [first, second] = [newPool(), newPool()];
    const logins = await first.withAccess(wanted(), (one) =>
      second.withAccess(wanted(), async (two) => {
        const none = await failureOf(first.withAccess(wanted(), ask()));
        expect(none).toMatchObject({ failure: 'limited', resource: 'search', seconds: 1 });
        return [one.login, two.login];
      }),
    );
    expect(logins).toEqual(['one', 'two']);
  });

  it('is refused where no account could ever serve', async () => {
    expect(await failureOf(newPool().withAccess(wanted(), ask()))).toMatchObject({ failure: 'no_account' });
    server.addAccount('theirs', null, randomUUID());
    expect(await failureOf(newPool().withAccess(wanted({ organisations: [randomUUID()] }), ask()))).toMatchObject({
      failure: 'no_account',
    });
  });

  it('that may do without an account asks through a free proxy, then directly, each address with its own window', async () => {
    const { simulated, address } = await newProxy();
    server.addProxy(address);
    const pool = newPool();
    const optional = wanted({ accounts: 'optional', resource: 'page' });
    for (let requests = 0; requests < 4; requests += 1) expect(await pool.withAccess(optional, ask('page'))).toBeNull();
    expect(simulated.connections).toHaveLength(1);
    expect(upstream.seen).toEqual(Array.from({ length: 4 }, () => '/ anonymous'));
    const refused = await failureOf(newPool().withAccess(optional, ask('page')));
    expect(refused).toMatchObject({ failure: 'limited', resource: 'page' });
    expect(refused.seconds).toBeLessThanOrEqual(60);
    expect(upstream.seen).toHaveLength(4);
    server.addAccount('octo');
    // The account has no proxy: it shares the direct address, whose window is used up. Another resource is counted by account.
    expect(await failureOf(pool.withAccess(optional, ask('page')))).toMatchObject({ failure: 'limited' });
    expect(await pool.withAccess({ ...optional, resource: 'search' }, ask())).toBe('octo');
  });

  it('that needs no account asks nobody for one, and goes through the proxy of the setting', async () => {
    const { simulated, address } = await newProxy('socks5');
    const none = wanted({ source: 'pastebin', accounts: 'none', resource: 'page' });
    await newPool({ pastebin: address }).withAccess(none, ask('page'));
    expect(simulated.connections).toHaveLength(1);
    await newPool().withAccess(none, ask('page'));
    expect(simulated.connections).toHaveLength(1);
    expect(server.calls).toEqual([]);
  });

  it('uses no proxy on a private network unless the installation allows it', async () => {
    const { simulated, address } = await newProxy();
    server.addAccount('octo', address);
    expect(await failureOf(newPool({ allowPrivate: false }).withAccess(wanted(), ask()))).toMatchObject({ failure: 'proxy_failed' });
    expect(simulated.connections).toEqual([]);
    expect(server.outcomes).toMatchObject([{ kind: 'proxy_failed', text: expect.stringContaining('private') }]);
  });
});

describe('limits', () => {
  it('count the requests of all workers, and nothing is sent beyond them', async () => {
    server.addAccount('octo');
    const pools = [newPool(), newPool()];
    for (const pool of [...pools, ...pools].slice(0, 3)) await pool.withAccess(wanted(), ask());
    for (const pool of pools)
      expect(await failureOf(pool.withAccess(wanted(), ask()))).toMatchObject({ failure: 'limited', resource: 'search' });
    expect(upstream.seen).toHaveLength(3);
    expect(await pools[0]?.withAccess(wanted({ resource: 'core' }), ask('core'))).toBe('octo');
  });

  it('of one account leave the others: the wait is over at once', async () => {
    server.addAccount('one');
    server.addAccount('two');
    const pool = newPool();
    const limited = await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('limited', { resource: 'search', seconds: 40 }))));
    expect(limited).toMatchObject({ failure: 'limited', resource: 'search', seconds: 0 });
    // Another resource of it is left, so it is not limited as a whole.
    expect(server.outcomes).toEqual([{ kind: 'unknown' }]);
    expect(await pool.withAccess(wanted(), ask())).toBe('two');
    expect(await pool.withAccess(wanted({ resource: 'core' }), ask('core'))).toBe('one');
    await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('limited', { resource: 'search', seconds: 20 }))));
    const none = await failureOf(newPool().withAccess(wanted(), ask()));
    expect(none).toMatchObject({ failure: 'limited', resource: 'search' });
    expect(none.seconds).toBeGreaterThan(15);
    expect(none.seconds).toBeLessThanOrEqual(21);
  });

  it('of every resource, or of none by name, make the account limited', async () => {
    server.addAccount('one');
    const pool = newPool();
    const rates = { search: RATES.search, core: RATES.core };
    for (const resource of ['core', 'search'])
      await failureOf(pool.withAccess(wanted({ rates }), fails(new UpstreamError('limited', { resource, seconds: 40 }))));
    expect(server.outcomes).toEqual([{ kind: 'unknown' }, { kind: 'limited', seconds: expect.any(Number) }]);
    server.addAccount('two');
    expect(await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('limited', { seconds: 90 }))))).toMatchObject({ seconds: 40 });
    expect(server.outcomes.at(-1)).toEqual({ kind: 'limited', seconds: 90 });
  });

  it.each(['required', 'optional'] as const)(
    'of another resource than the wanted one are waited for, where an account is %s',
    async (accounts) => {
      server.addAccount('one');
      const pool = newPool();
      const ofCore = () => pool.withAccess(wanted({ accounts }), fails(new UpstreamError('limited', { resource: 'core', seconds: 40 })));
      const first = await failureOf(ofCore());
      expect(first).toMatchObject({ failure: 'limited', resource: 'core', seconds: 40 });
      // The one used least recently comes first: it is limited too, and another one is left.
      server.addAccount('two');
      server.addAccount('three');
      expect(await failureOf(ofCore())).toMatchObject({ resource: 'core', seconds: 0 });
    },
  );

  it('are not longer because a step asks again and again', async () => {
    server.addAccount('one');
    const pool = newPool();
    const twice = async (access: Access) => {
      for (let requests = 0; requests < 9; requests += 1) await access.spend('search');
    };
    const seconds: number[] = [];
    for (let asked = 0; asked < 10; asked += 1)
      seconds.push((await failureOf(pool.withAccess(wanted({ resource: 'core' }), twice))).seconds ?? 0);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(60);
  });

  it('that the upstream names rule over the configured rate', async () => {
    server.addAccount('one');
    const pool = newPool();
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

describe('what a step learns is reported', () => {
  it.each<[string, { text?: string }, LeaseOutcome]>([
    ['account_refused', { text: 'Your account was suspended' }, { kind: 'refused', text: 'Your account was suspended' }],
    ['account_refused', { text: 'x'.repeat(1000) }, { kind: 'refused', text: 'x'.repeat(300) }],
    ['proxy_failed', { text: 'HTTP 407' }, { kind: 'proxy_failed', text: 'HTTP 407' }],
    ['query_refused', {}, { kind: 'unknown' }],
    ['unavailable', {}, { kind: 'unknown' }],
    ['a fault of ours', {}, { kind: 'unknown' }],
  ])('%s', async (name, details, outcome) => {
    server.addAccount('octo');
    const failure = UPSTREAM_FAILURES.find((one) => one === name);
    const error = failure === undefined ? new Error(name) : new UpstreamError(failure, details);
    await expect(newPool().withAccess(wanted(), fails(error))).rejects.toBe(error);
    expect(server.outcomes).toEqual([outcome]);
  });

  it('an answer of the upstream counts for the proxy, whatever the step makes of it', async () => {
    server.addAccount('octo');
    const work = async (access: Access, signal: AbortSignal) => {
      await ask()(access, signal);
      throw new UpstreamError('query_refused');
    };
    await failureOf(newPool().withAccess(wanted(), work));
    expect(server.outcomes).toEqual([{ kind: 'ok' }]);
  });

  it('a proxy that fails is reported by its request', async () => {
    const { simulated, address } = await newProxy();
    server.addAccount('octo', address);
    simulated.behaviour = { kind: 'refused_credentials' };
    expect(await failureOf(newPool().withAccess(wanted(), ask()))).toMatchObject({ failure: 'proxy_failed', text: 'HTTP 407' });
    expect(server.outcomes).toEqual([{ kind: 'proxy_failed', text: 'HTTP 407' }]);
  });
});

describe('a lease', () => {
  it('that staff take away ends the step, which can be tried again', async () => {
    const id = server.addAccount('octo');
    const pool = newPool();
    const step = pool.withAccess(wanted(), async (access, signal) => {
      server.takeAway(id);
      await waitUntil('the loss', async () => signal.aborted);
      await access.fetch(upstream.origin, { signal });
    });
    expect(await failureOf(step)).toMatchObject({ failure: 'unavailable' });
    expect([upstream.seen, server.outcomes]).toEqual([[], []]);
    expect(await pool.withAccess(wanted(), ask())).toBe('octo');
  });

  it('is renewed as long as the step lasts, and not afterwards', async () => {
    server.addAccount('octo');
    await newPool().withAccess(wanted(), () =>
      waitUntil('renewals', async () => server.calls.filter((call) => call.endsWith('/renew/')).length > 2),
    );
    const calls = server.calls.length;
    await sleep(200);
    expect(server.calls).toHaveLength(calls);
  });

  it('of a step that is aborted ends', async () => {
    server.addAccount('octo');
    const stop = new AbortController();
    const reason = new Error('the task was stopped');
    const step = newPool().withAccess(wanted({ signal: stop.signal }), async (access, signal) => {
      stop.abort(reason);
      await access.fetch(upstream.origin, { signal });
    });
    await expect(step).rejects.toBe(reason);
    expect(server.outcomes).toEqual([{ kind: 'unknown' }]);
    await expect(newPool().withAccess(wanted({ signal: stop.signal }), ask())).rejects.toBe(reason);
  });
});

describe('without its dependencies nothing is sent', () => {
  it('Redis away', async () => {
    const away = openRedis('redis://127.0.0.1:1', logger);
    open.push(() => away.disconnect());
    server.addAccount('octo');
    await expect(newPool({ redis: away }).withAccess(wanted(), ask())).rejects.toBeInstanceOf(Unavailable);
    expect(upstream.seen).toEqual([]);
  });

  it('the admin service away', async () => {
    const pool = newPool();
    await server.close();
    open.splice(0, 1);
    await expect(pool.withAccess(wanted(), ask())).rejects.toBeInstanceOf(Unavailable);
    expect(upstream.seen).toEqual([]);
  });
});

it('counts the requests of an account and the answers that refuse it, for staff', async () => {
  const [id, organisation] = [server.addAccount('counted'), randomUUID()];
  const pool = newPool();
  await pool.withAccess(wanted({ organisations: [organisation] }), ask());
  await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('unavailable'))));
  await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('limited', { resource: 'core', seconds: 60 }))));
  // Not sent: the window is used up.
  await failureOf(pool.withAccess(wanted(), ask('core')));
  await failureOf(pool.withAccess(wanted(), fails(new UpstreamError('account_refused'))));
  const use = new AccountUse(redis, logger);
  await redis.ping();
  expect(await use.ofAccounts([id])).toMatchObject([{ requests: 1, refusals: 2 }]);
  expect(await use.ofSources(['gitlab_cloud'])).toMatchObject([{ requests: 1, refusals: 2 }]);
  expect(await use.organisationsOf([id])).toEqual([[organisation]]);
});
