import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@leakwatch/platform';
import { startGithubSearchApi, startGitlabCloud, startGoogleDocs, startProxy } from '@leakwatch/simulators';
import { openTestRedis } from '@leakwatch/testing';
import type { ServiceAccountSource } from '@leakwatch/vocabulary';
import type { Redis } from 'ioredis';
import { AccountPool } from '../accounts/account-pool.ts';
import { AccountUse } from '../accounts/account-use.ts';
import { PoolServer } from '../accounts/pool-server.fixture.ts';
import { ProxyDispatchers } from '../accounts/proxy-dispatchers.ts';
import { RateWindows } from '../accounts/rate-windows.ts';
import { TakeAccess } from '../accounts/take-access.ts';
import { GistSource } from '../sources/gist/gist.source.ts';
import { GithubSource } from '../sources/github/github.source.ts';
import { GitlabCloudSource } from '../sources/gitlab-cloud/gitlab-cloud.source.ts';
import { GoogleDocsSource } from '../sources/google-docs/google-docs.source.ts';
import type { UnitSource } from '../sources/unit-source.port.ts';
import { RunCheck } from './run-check.ts';

const NOWHERE = 'http://127.0.0.1:9';
const TOKENS = { good: 'valid', gone: 'revoked', out: 'suspended' } as const;
const logger = createLogger('test', 'silent');
const never = new AbortController().signal;

let redis: Redis;
let server: PoolServer;
const open: (() => unknown)[] = [];

beforeAll(async () => {
  redis = await openTestRedis();
});
afterAll(() => redis?.disconnect());
beforeEach(async () => {
  await redis.flushdb();
  server = await PoolServer.open();
  open.push(() => server.close());
});
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Addresses {
  readonly github?: string;
  readonly gitlab?: string;
  readonly google?: string;
}

const sourcesOf = ({ github = NOWHERE, gitlab = NOWHERE, google = NOWHERE }: Addresses): readonly UnitSource[] => {
  const documents = { GOOGLE_DOCS_URL: google, GOOGLE_DRIVE_URL: google, GOOGLE_DOWNLOAD_URL: google, GOOGLE_CONTENT_URL: google };
  return [
    new GithubSource({ GITHUB_API_URL: github }),
    new GistSource({ GITHUB_API_URL: github, GIST_WEB_URL: github, GIST_RAW_URL: github }),
    new GitlabCloudSource({ GITLAB_CLOUD_URL: gitlab }),
    new GoogleDocsSource({ GOOGLE_SEARCH_URL: google, ...documents }),
  ];
};

function runCheck(addresses: Addresses, allowPrivate = true): RunCheck {
  const windows = new RateWindows(redis);
  const dispatchers = new ProxyDispatchers();
  open.push(() => dispatchers.onModuleDestroy());
  const take = new TakeAccess(server.services(), windows, { GIT_ALLOW_PRIVATE_ADDRESSES: allowPrivate, PASTEBIN_PROXY: undefined });
  const pool = new AccountPool(take, windows, dispatchers, new AccountUse(redis, logger), logger);
  const run = new RunCheck(server.services(), pool, sourcesOf(addresses));
  run.busyMs = 1;
  run.checkMs = 500;
  return run;
}

async function proxy() {
  const started = await startProxy({ kind: 'http' });
  open.push(() => started.close());
  return { started, address: { id: crypto.randomUUID(), type: 'http' as const, ...started.address, login: '', password: null } };
}

interface Tried {
  readonly source: ServiceAccountSource;
  readonly secret: string;
  readonly login?: string;
}

/** How a check of an account ends, and what is reported with the end of its lease. */
async function checked(addresses: Addresses, { source, secret, login = 'octo' }: Tried) {
  const id = server.addAccount(login, null, null, secret);
  await runCheck(addresses).run({ check_id: server.addCheck(id, source) }, never);
  return { report: server.reports.at(-1), outcome: server.outcomes.at(-1) };
}

async function github() {
  const api = await startGithubSearchApi({ repositories: [], tokens: TOKENS });
  open.push(() => api.close());
  return api;
}

describe('a check of an account', () => {
  it.each(['github', 'gist'] as const)('of %s says that it works, or that it is refused and in what words', async (source) => {
    const api = await github();
    expect(await checked({ github: api.origin }, { source, secret: 'good' })).toMatchObject({
      report: { outcome: 'works', message: '', seconds: null },
      outcome: { kind: 'ok' },
    });
    for (const secret of ['gone', 'out'])
      expect(await checked({ github: api.origin }, { source, secret })).toMatchObject({
        report: { outcome: 'refused', message: expect.stringMatching(/^40[13] /) },
        outcome: { kind: 'refused' },
      });
  });

  it('of gitlab_cloud and google_docs too', async () => {
    const gitlab = await startGitlabCloud({ accounts: { good: { tier: 'free' }, out: { tier: 'free', state: 'suspended' } } });
    const google = await startGoogleDocs({ documents: [], keys: { good: 'engine' } });
    open.push(
      () => gitlab.close(),
      () => google.close(),
    );
    const addresses = { gitlab: gitlab.origin, google: google.origin };
    for (const one of [
      { source: 'gitlab_cloud', secret: 'good' },
      { source: 'google_docs', secret: 'good', login: 'engine' },
    ] as const)
      expect(await checked(addresses, one)).toMatchObject({ report: { outcome: 'works' }, outcome: { kind: 'ok' } });
    for (const one of [
      { source: 'gitlab_cloud', secret: 'wrong' },
      { source: 'gitlab_cloud', secret: 'out' },
      { source: 'google_docs', secret: 'wrong', login: 'engine' },
    ] as const)
      expect(await checked(addresses, one)).toMatchObject({ report: { outcome: 'refused' }, outcome: { kind: 'refused' } });
  });

  it('says until when the source limits it', async () => {
    const api = await github();
    api.behaviour = { kind: 'limited', seconds: 90 };
    expect(await checked({ github: api.origin }, { source: 'github', secret: 'good' })).toMatchObject({
      report: { outcome: 'limited', seconds: expect.any(Number) },
    });
    expect(server.reports[0]?.seconds).toBeGreaterThan(60);
  });

  it('says that the source is away, or does not answer in time', async () => {
    expect(await checked({}, { source: 'github', secret: 'good' })).toMatchObject({
      report: { outcome: 'unavailable' },
      outcome: { kind: 'unknown' },
    });
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    open.push(() => silent.close());
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { report } = await checked({ github: `http://127.0.0.1:${port}` }, { source: 'github', secret: 'good' });
    expect(report).toMatchObject({ outcome: 'unavailable', message: 'no answer within 0.5 s' });
  });

  it('goes through the proxy of the account, and says that the proxy is dead', async () => {
    const api = await github();
    const { started, address } = await proxy();
    const id = server.addAccount('octo', address, null, 'good');
    const run = runCheck({ github: api.origin });
    await run.run({ check_id: server.addCheck(id, 'github') }, never);
    expect(server.reports.at(-1)).toMatchObject({ outcome: 'works' });
    expect(started.connections).toHaveLength(1);
    await started.close();
    await run.run({ check_id: server.addCheck(id, 'github') }, never);
    expect(server.reports.at(-1)).toMatchObject({ outcome: 'proxy_failed' });
    expect(server.outcomes.at(-1)).toMatchObject({ kind: 'proxy_failed' });
  });

  it('waits while a crawler uses the account, and says so when that does not end', async () => {
    const api = await github();
    const id = server.addAccount('octo', null, null, 'good');
    const check = server.addCheck(id, 'github');
    const run = runCheck({ github: api.origin });
    server.hold(id);
    await run.run({ check_id: check }, never);
    expect(server.reports.at(-1)).toMatchObject({ outcome: 'busy' });
    server.takeAway(id);
    await run.run({ check_id: check }, never);
    expect(server.reports.at(-1)).toMatchObject({ outcome: 'works' });
  });

  it('of which admin knows nothing any more reports nothing', async () => {
    await runCheck({}).run({ check_id: crypto.randomUUID() }, never);
    expect(server.reports).toEqual([]);
  });

  it('names no credential in what it reports', async () => {
    const api = await github();
    const { report } = await checked({ github: api.origin }, { source: 'github', secret: 'gone' });
    expect(JSON.stringify(report)).not.toContain('gone');
  });
});

describe('a check of a proxy', () => {
  it('says whether it connects to the source', async () => {
    const api = await github();
    const { started, address } = await proxy();
    server.addProxy(address);
    const run = runCheck({ github: api.origin });
    await run.run({ check_id: server.addCheck(address.id, null) }, never);
    expect(server.reports.at(-1)).toMatchObject({ outcome: 'works' });
    await started.close();
    await run.run({ check_id: server.addCheck(address.id, null) }, never);
    expect(server.reports.at(-1)).toMatchObject({ outcome: 'proxy_failed' });
  });

  it('refuses one on a private network', async () => {
    const { address } = await proxy();
    server.addProxy(address);
    await runCheck({}, false).run({ check_id: server.addCheck(address.id, null) }, never);
    expect(server.reports.at(-1)).toMatchObject({ outcome: 'proxy_failed', message: expect.stringContaining('private') });
    expect(server.outcomes.at(-1)).toMatchObject({ kind: 'proxy_failed' });
  });
});
