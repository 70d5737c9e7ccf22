import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { createLogger } from '@leakwatch/platform';
import { startProxy } from '@leakwatch/simulators';
import { openTestRedis } from '@leakwatch/testing';
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
import { UpstreamError } from './upstream-error.ts';
import type { Wanted } from './wanted.ts';

export const logger = createLogger('test', 'silent');

interface Options {
  readonly redis?: Redis;
  readonly allowPrivate?: boolean;
  readonly pastebin?: CrawlerSettings['PASTEBIN_PROXY'];
}

interface NewProxy extends ProxyAddress {
  readonly id: string;
  readonly login: string;
  readonly password: string;
}

/** What the tests of one file share: Redis, and for each test a server in place of admin and an upstream. */
interface PoolStage {
  readonly redis: Redis;
  readonly server: PoolServer;
  readonly upstream: { readonly origin: string; readonly seen: string[] };
  /** Ends the server in place of admin. */
  closeServer(): Promise<void>;
  /** Runs after the test, the last one first. */
  afterwards(work: () => unknown): void;
  /** The pool of one worker. */
  newPool(options?: Options): AccountPool;
  /** A step that spends one of `resource` and asks the upstream; its result is the account's name. */
  ask(resource?: string, path?: string): (access: Access, signal: AbortSignal) => Promise<string | null>;
  newProxy(type?: ProxyAddress['type']): Promise<{ simulated: Awaited<ReturnType<typeof startProxy>>; address: NewProxy }>;
}

export const RATES = {
  search: { requests: 3, seconds: 60, by: 'account' },
  core: { requests: 5, seconds: 3600, by: 'account' },
  page: { requests: 2, seconds: 60, by: 'address' },
} as const;

export const wanted = (change: Partial<Wanted> = {}): Wanted => ({
  source: 'gitlab_cloud',
  accounts: 'required',
  organisations: [],
  resource: 'search',
  rates: RATES,
  purpose: 'crawl',
  signal: new AbortController().signal,
  ...change,
});

export const fails = (error: unknown) => () => Promise.reject(error);

export async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UpstreamError)) throw new Error('no UpstreamError', { cause: error });
  return error;
}

/** Call it once at the top of a test file. */
export function setPoolStage(): PoolStage {
  let redis: Redis;
  let server: PoolServer;
  let upstream: PoolStage['upstream'];
  const open: (() => unknown)[] = [];

  beforeAll(async () => {
    redis = await openTestRedis();
  });
  afterAll(() => redis?.disconnect());
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

  return {
    get redis() {
      return redis;
    },
    get server() {
      return server;
    },
    get upstream() {
      return upstream;
    },
    closeServer: async () => {
      await server.close();
      open.splice(0, 1);
    },
    afterwards: (work) => void open.push(work),
    newPool: ({ redis: own = redis, allowPrivate = true, pastebin } = {}) => {
      const windows = new RateWindows(own);
      const dispatchers = new ProxyDispatchers();
      open.push(() => dispatchers.onModuleDestroy());
      const take = new TakeAccess(server.services(), windows, { GIT_ALLOW_PRIVATE_ADDRESSES: allowPrivate, PASTEBIN_PROXY: pastebin });
      take.renewMs = 50;
      return new AccountPool(take, windows, dispatchers, new AccountUse(own, logger), logger);
    },
    ask:
      (resource = 'search', path = '/') =>
      async (access, signal) => {
        await access.spend(resource);
        const headers: Record<string, string> = access.secret === null ? {} : { authorization: access.secret };
        await access.fetch(`${upstream.origin}${path}`, { headers, signal });
        return access.login;
      },
    newProxy: async (type = 'http') => {
      const simulated = await startProxy({ kind: type, credentials: { user: 'user', password: 'password' } });
      open.push(() => simulated.close());
      return { simulated, address: { id: randomUUID(), type, ...simulated.address, login: 'user', password: 'password' } };
    },
  };
}
