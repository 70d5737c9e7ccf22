import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { discoverRepositories } from '@leakwatch/contracts';
import { createLogger, LeakwatchError, openRedis, loadSettings, RateLimiter } from '@leakwatch/platform';
import { type HostApi, manyRepositories, startGithubApi } from '@leakwatch/simulators';
import { createTestEnvironment, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import type { Redis } from 'ioredis';
import { DiscoverRepositories } from './discover-repositories.ts';
import { DISCOVERIES_AT_ONCE, DISCOVERY_ASKS, DISCOVERY_BEGINS, DiscoveryThrottle } from './discovery-throttle.ts';
import { crawlerSettings } from '../../settings.ts';
import { DiscoveryStore } from './discovery.store.ts';
import { hostAccounts } from './host-accounts.ts';
import { AccountUse } from '../../accounts/account-use.ts';
import { AccountPool } from '../../accounts/account-pool.ts';
import { PoolServer } from '../../accounts/pool-server.fixture.ts';
import { ProxyDispatchers } from '../../accounts/proxy-dispatchers.ts';
import { RateWindows } from '../../accounts/rate-windows.ts';
import { TakeAccess } from '../../accounts/take-access.ts';
import { GithubHost } from './hosts/github.host.ts';
import { GitlabHost } from './hosts/gitlab.host.ts';

let environment: TestEnvironment;
let api: HostApi;
let accounts: PoolServer;
const opened: { redis: Redis; discover: DiscoverRepositories; dispatchers: ProxyDispatchers }[] = [];
const logger = createLogger('test', 'silent');

beforeAll(async () => {
  environment = await createTestEnvironment();
  api = await startGithubApi({
    accounts: {
      team: { type: 'Organization', repositories: manyRepositories(250) },
      none: { type: 'Organization', repositories: [] },
      huge: { type: 'Organization', repositories: manyRepositories(5_200) },
    },
  });
});
afterAll(async () => {
  await api.close();
  await environment.drop();
});
beforeEach(async () => {
  accounts = await PoolServer.open();
  await flush();
});
afterEach(async () => {
  for (const { redis, discover, dispatchers } of opened.splice(0)) {
    await discover.onModuleDestroy();
    await dispatchers.onModuleDestroy();
    redis.disconnect();
  }
  await accounts.close();
  api.behaviour = { kind: 'plain' };
  api.fromPage = 1;
  api.requests.length = 0;
});

/** Forgets what earlier tests learnt of the host's limits. */
async function flush(): Promise<void> {
  const redis = openRedis(environment.env['REDIS_URL'] ?? '', logger, 'waits');
  await redis.flushdb();
  redis.disconnect();
}

/** One process of the crawler. */
async function openProcess() {
  const redis = openRedis(environment.env['REDIS_URL'] ?? '', logger);
  const settings = loadSettings(crawlerSettings, environment.env);
  const store = new DiscoveryStore(redis);
  const known = hostAccounts(settings);
  const hosts = {
    github: { host: new GithubHost(api.origin, known.github.resource), accounts: known.github },
    gitlab: { host: new GitlabHost(api.origin, known.gitlab.resource), accounts: known.gitlab },
  };
  const windows = new RateWindows(redis);
  const dispatchers = new ProxyDispatchers();
  const discover = new DiscoverRepositories(
    store,
    new DiscoveryThrottle(new RateLimiter(redis)),
    new AccountPool(new TakeAccess(accounts.services(), windows, settings), windows, dispatchers, new AccountUse(redis, logger), logger),
    hosts,
    logger,
  );
  opened.push({ redis, discover, dispatchers });
  await waitUntil('redis', async () => redis.status === 'ready');
  return { redis, store, discover };
}

const accountOf = (name: string) => ({ source: 'github', name, isOrganisation: true }) as const;
const newAsker = () => ({ accountId: randomUUID(), organisation: randomUUID() });
async function refusal(asked: Promise<unknown>): Promise<LeakwatchError> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof LeakwatchError) return error;
  throw new Error('no refusal', { cause: error });
}

describe('discovery', () => {
  test('a short discovery is answered at once, as the contract says', async () => {
    const { discover } = await openProcess();
    const rows = discoverRepositories.answer.parse(await discover.run(accountOf('team'), newAsker()));
    expect(rows).toHaveLength(250);
    expect(await discover.run(accountOf('none'), newAsker())).toEqual([]);
  });

  test('a long discovery answers 425 with the number found so far, and is shared by all processes', async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    const asker = newAsker();
    api.behaviour = { kind: 'held' };
    api.fromPage = 2;
    const first = await refusal(one.discover.run(accountOf('team'), asker));
    expect(first).toMatchObject({ code: 'discovery_running', status: 425, details: { found: 100, seconds: 1 } });
    expect(await refusal(two.discover.run(accountOf('TEAM'), asker))).toMatchObject({ code: 'discovery_running' });
    expect(api.requests).toHaveLength(2);
    api.behaviour = { kind: 'plain' };
    const rows = await waitUntil('the list', async () => two.discover.run(accountOf('team'), asker).catch(() => false as const));
    expect(rows).toHaveLength(250);
    expect(api.requests).toHaveLength(3);
  });

  test('a client that left finds the result; another organisation has its own discovery', async () => {
    const { discover, redis } = await openProcess();
    const asker = newAsker();
    await discover.run(accountOf('team'), asker);
    api.behaviour = { kind: 'status', status: 500 };
    expect(await discover.run(accountOf('team'), { ...asker, accountId: randomUUID() })).toHaveLength(250);
    expect(await refusal(discover.run(accountOf('team'), newAsker()))).toMatchObject({ code: 'discovery_unavailable', status: 425 });
    // Once delivered it is kept only a little longer, so that a later call starts a new discovery.
    const [key = ''] = await redis.keys(`discovery:${asker.organisation}:*:result`);
    expect(await redis.pttl(key)).toBeLessThanOrEqual(30_000);
  });

  test('a process that stops gives up its discovery, and the next client starts it again', async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    const asker = newAsker();
    api.behaviour = { kind: 'held' };
    await refusal(one.discover.run(accountOf('team'), asker));
    await one.discover.onModuleDestroy();
    api.behaviour = { kind: 'plain' };
    expect(await two.discover.run(accountOf('team'), asker)).toHaveLength(250);
  });

  test('a run that lost its lease writes nothing', async () => {
    const { store } = await openProcess();
    const key = randomUUID();
    expect(await store.begin(key, 'a')).toBe(true);
    expect(await store.begin(key, 'b')).toBe(false);
    expect(await store.renew(key, 'b', 7)).toBe(false);
    await store.finish(key, 'b', { repositories: [] });
    expect(await store.read(key)).toEqual({ found: 0 });
    expect(await store.renew(key, 'a', 7)).toBe(true);
    expect(await store.read(key)).toEqual({ found: 7 });
    await store.finish(key, 'a', { failure: 'discovery_not_found' });
    expect(await store.read(key)).toEqual({ outcome: { failure: 'discovery_not_found' } });
  });

  test('a rate limit applies to all processes and organisations: the host is not contacted', async () => {
    const [one, two] = [await openProcess(), await openProcess()];
    api.behaviour = { kind: 'limited', seconds: 40 };
    expect(await refusal(one.discover.run(accountOf('team'), newAsker()))).toMatchObject({ code: 'discovery_rate_limited', status: 425 });
    api.behaviour = { kind: 'plain' };
    const later = await refusal(two.discover.run(accountOf('team'), newAsker()));
    expect(later).toMatchObject({ code: 'discovery_rate_limited' });
    expect(later.details?.['seconds']).toBeGreaterThan(30);
    expect(api.requests).toHaveLength(1);
  });

  test('an account of the pool asks; one that is refused is reported, and another one asks', async () => {
    const { discover } = await openProcess();
    const asker = newAsker();
    accounts.addAccount('theirs', null, randomUUID());
    accounts.addAccount('own', null, asker.organisation);
    expect(await discover.run(accountOf('team'), asker)).toHaveLength(250);
    expect(new Set(api.requests.map(({ headers }) => headers['authorization']))).toEqual(new Set(['token secret of own']));
    expect(accounts.outcomes).toEqual([{ kind: 'ok' }]);
    api.behaviour = { kind: 'bad_token' };
    expect(await refusal(discover.run(accountOf('huge'), asker))).toMatchObject({ code: 'discovery_refused' });
    expect(accounts.outcomes.at(-1)).toMatchObject({ kind: 'refused', text: expect.stringContaining('401') });
    api.requests.length = 0;
    api.behaviour = { kind: 'plain' };
    expect(await discover.run(accountOf('none'), asker)).toEqual([]);
    expect(api.requests.map(({ headers }) => headers['authorization'])).toEqual([undefined]);
  });

  test('an account whose limit is used up leaves the list to another one', async () => {
    const { discover } = await openProcess();
    accounts.addAccount('one');
    accounts.addAccount('two');
    api.behaviour = { kind: 'limited', seconds: 40 };
    api.fromPage = 2;
    const asked = discover.run(accountOf('team'), newAsker());
    await waitUntil('the limit', async () => api.requests.some(({ headers }) => headers['authorization'] === 'token secret of two'));
    api.behaviour = { kind: 'plain' };
    await asked.catch(() => undefined);
    expect(api.requests[0]?.headers['authorization']).toBe('token secret of one');
  });

  test('tokens of gitlab_cloud go to its own server only', () => {
    const cloud = 'https://gitlab.com';
    expect(hostAccounts({ GITLAB_URL: `${cloud}/`, GITLAB_CLOUD_URL: cloud }).gitlab.accounts).toBe('optional');
    expect(hostAccounts({ GITLAB_URL: 'https://gitlab.corp.example', GITLAB_CLOUD_URL: cloud }).gitlab.accounts).toBe('none');
  });

  test('5,200 repositories are cut at the maximum, and no page after it is requested', async () => {
    const { discover } = await openProcess();
    const asker = newAsker();
    const rows = await waitUntil('the list', async () => discover.run(accountOf('huge'), asker).catch(() => false as const), 60_000);
    expect(rows).toHaveLength(5_000);
    expect(api.requests).toHaveLength(50);
  });

  test('an invalid account name is not sent to a host', async () => {
    const { discover } = await openProcess();
    expect(await refusal(discover.run(accountOf('../../user'), newAsker()))).toMatchObject({
      code: 'discovery_account_invalid',
      status: 400,
      fields: { account_name: 'account_invalid' },
    });
    expect(api.requests).toEqual([]);
  });

  test('an account that starts too many discoveries has to wait; another account does not', async () => {
    const { discover } = await openProcess();
    const asker = newAsker();
    for (let at = 0; at < DISCOVERY_BEGINS.attempts; at += 1) await refusal(discover.run(accountOf(`nobody-${at}`), asker));
    expect(await refusal(discover.run(accountOf('nobody'), asker))).toMatchObject({ code: 'too_many_requests', status: 429 });
    expect(await refusal(discover.run(accountOf('nobody'), newAsker()))).toMatchObject({ code: 'discovery_not_found', status: 404 });
  });

  test('an account that asks too often has to wait', async () => {
    const { discover } = await openProcess();
    const asker = newAsker();
    for (let at = 0; at < DISCOVERY_ASKS.attempts; at += 1) await discover.run(accountOf('none'), asker);
    const refused = await refusal(discover.run(accountOf('none'), asker));
    expect(refused).toMatchObject({ code: 'too_many_requests', status: 429 });
    expect(refused.details?.['seconds']).toBeGreaterThan(0);
  });

  test('one process runs a limited number of discoveries at once', async () => {
    const { discover } = await openProcess();
    api.behaviour = { kind: 'held' };
    const asked = Array.from({ length: DISCOVERIES_AT_ONCE }, () => refusal(discover.run(accountOf('team'), newAsker())));
    await waitUntil('all of them', async () => api.requests.length === DISCOVERIES_AT_ONCE);
    expect(await refusal(discover.run(accountOf('team'), newAsker()))).toMatchObject({ code: 'unavailable', status: 503 });
    for (const error of await Promise.all(asked)) expect(error.code).toBe('discovery_running');
  });

  test('without Redis the answer is 503 at once', async () => {
    const { discover, redis } = await openProcess();
    redis.disconnect();
    expect(await refusal(discover.run(accountOf('team'), newAsker()))).toMatchObject({ code: 'unavailable', status: 503 });
  });
});
