import { afterEach, describe, expect, test } from '@jest/globals';
import type { DiscoveredRepository } from '@leakwatch/contracts';
import type { DiscoverySource } from '@leakwatch/rules';
import { type HostApi, manyRepositories, type SimulatedRepository } from '@leakwatch/simulators';
import { directAccess } from '../../../accounts/direct-access.fixture.ts';
import { UpstreamError } from '../../../accounts/upstream-error.ts';
import { DiscoveryError } from '../discovery-error.ts';
import type { RepositoryHost } from './repository-host.port.ts';

/** Repositories of both simulated hosts: `team` and `big` are organisations, `solo` is a person. */
export interface HostWorld {
  readonly team: readonly SimulatedRepository[];
  readonly big: readonly SimulatedRepository[];
  readonly solo: readonly SimulatedRepository[];
  readonly none: readonly SimulatedRepository[];
}

export const WORLD: HostWorld = {
  team: [
    { name: 'billing', branch: 'trunk' },
    { name: 'copy', fork: true },
    { name: 'old', archived: true },
    { name: 'hidden', private: true },
    { name: '<img src=x>' },
    { name: 'bait', remote: 'javascript:alert(1)' },
    { name: 'token', remote: 'https://bot:secret@git.example/team/token.git' },
  ],
  big: manyRepositories(250),
  solo: [{ name: 'dotfiles' }],
  none: [],
};

export interface HostStage {
  readonly source: DiscoverySource;
  start(world: HostWorld): Promise<HostApi>;
  host(origin: string): RepositoryHost;
  /** The header in which the host takes a token, and the prefix of its value. */
  readonly tokenHeader: readonly [string, string];
}

/** Tests that every repository host passes. */
export function hostConformance(stage: HostStage): void {
  describe(`repositories of ${stage.source}`, () => {
    const open: HostApi[] = [];
    const windows: object[] = [];
    afterEach(async () => {
      for (const api of open.splice(0)) await api.close();
      windows.length = 0;
    });
    const start = async (behaviour: HostApi['behaviour'] = { kind: 'plain' }, fromPage = 1): Promise<HostApi> => {
      const api = await stage.start(WORLD);
      open.push(api);
      api.behaviour = behaviour;
      api.fromPage = fromPage;
      return api;
    };
    const list = async (
      api: HostApi,
      name: string,
      { isOrganisation = true, token = null as string | null, requestMs = 20_000, signal = new AbortController().signal } = {},
    ): Promise<readonly DiscoveredRepository[]> => {
      const rows: DiscoveredRepository[] = [];
      const used = directAccess(token, requestMs);
      try {
        const pages = stage.host(api.origin).pages({ source: stage.source, name, isOrganisation }, used.access, signal);
        for await (const page of pages) rows.push(...page);
      } finally {
        await used.close();
      }
      // Every request was counted before it was sent.
      expect(used.spent).toEqual(api.requests.slice(-used.spent.length).map(() => 'api'));
      windows.push(...used.windows);
      return rows;
    };
    const failure = async (listing: Promise<unknown>): Promise<{ failure: string; seconds: number | undefined }> => {
      const error = await listing.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error instanceof UpstreamError) return { failure: error.failure, seconds: error.seconds };
      if (!(error instanceof DiscoveryError)) throw new Error('no refusal', { cause: error });
      expect(JSON.stringify([error.message, error.details])).not.toContain('secret detail');
      return { failure: error.failure, seconds: error.seconds };
    };

    test('lists public repositories of an organisation with forks and archived ones; hostile names stay text, bad addresses are faults', async () => {
      const rows = await list(await start(), 'team');
      expect(rows.map((row) => row.repo_title)).toEqual(
        ['billing', 'copy', 'old', '<img src=x>', 'bait', 'token'].map((name) => `team/${name}`),
      );
      expect(rows[0]).toMatchObject({ repo_default_branch: 'trunk', repo_remote_source: stage.source, fault: null });
      expect(rows[0]?.git_remote_url).toMatch(/^https:\/\/.+\/team\/billing\.git$/);
      expect(rows.map((row) => [row.is_fork, row.is_archived])).toEqual([
        [false, false],
        [true, false],
        [false, true],
        [false, false],
        [false, false],
        [false, false],
      ]);
      expect(rows.map((row) => row.fault)).toEqual([null, null, null, 'invalid_url', 'invalid_url', 'invalid_url']);
      expect(JSON.stringify(rows)).not.toContain('secret');
    });

    test('lists repositories of a person', async () => {
      expect((await list(await start(), 'solo', { isOrganisation: false })).map((row) => row.repo_title)).toEqual(['solo/dotfiles']);
    });

    test('lists 250 repositories with three requests', async () => {
      const api = await start();
      const rows = await list(api, 'big');
      expect(new Set(rows.map((row) => row.git_remote_url)).size).toBe(250);
      expect(api.requests).toHaveLength(3);
    });

    test('an account without repositories is an empty list, an unknown account an error', async () => {
      const api = await start();
      expect(await list(api, 'none')).toEqual([]);
      expect(await failure(list(api, 'nobody'))).toEqual({ failure: 'discovery_not_found', seconds: undefined });
      expect(await failure(list(api, 'solo'))).toEqual({ failure: 'discovery_not_found', seconds: undefined });
    });

    test('a token is sent in its header, and no header without a token', async () => {
      const api = await start();
      const [header, before] = stage.tokenHeader;
      await list(api, 'team', { token: 'tok-123' });
      await list(api, 'team');
      expect(api.requests.map((request) => request.headers[header])).toEqual([`${before}tok-123`, undefined]);
      expect(api.requests.map((request) => request.path).join()).not.toContain('tok-123');
    });

    test('a rate limit says how long to wait, even between pages, and is not retried', async () => {
      const api = await start({ kind: 'limited', seconds: 90 }, 2);
      const limited = await failure(list(api, 'big'));
      expect(limited.failure).toBe('limited');
      // The vendor may name a moment in whole seconds.
      expect([89, 90, 91]).toContain(limited.seconds);
      expect(api.requests).toHaveLength(2);
    });

    test('a token that is refused is the account’s failure', async () => {
      const api = await start({ kind: 'bad_token' });
      expect((await failure(list(api, 'team', { token: 'tok-123' }))).failure).toBe('account_refused');
    });

    test('a rate limit without headers is recognised', async () => {
      expect(await failure(list(await start({ kind: 'limited_unseen' }), 'team'))).toEqual({
        failure: 'limited',
        seconds: 60,
      });
    });

    test.each<[string, HostApi['behaviour'], string]>([
      ['a token that is refused', { kind: 'bad_token' }, 'discovery_refused'],
      ['a fault of the host', { kind: 'status', status: 500 }, 'discovery_unavailable'],
      ['a gateway that is away', { kind: 'status', status: 502 }, 'discovery_unavailable'],
      ['a conflict', { kind: 'status', status: 409 }, 'discovery_refused'],
      ['a connection that is cut', { kind: 'cut' }, 'unavailable'],
      ['JSON that breaks off', { kind: 'broken_json' }, 'discovery_broken_answer'],
      ['a web page', { kind: 'web_page' }, 'discovery_broken_answer'],
      ['JSON of another shape', { kind: 'other_shape' }, 'discovery_broken_answer'],
    ])('%s', async (_, behaviour, expected) => {
      const api = await start(behaviour);
      expect((await failure(list(api, 'team'))).failure).toBe(expected);
      expect(api.requests).toHaveLength(1);
    });

    test('a host that does not answer is unavailable', async () => {
      const api = await start({ kind: 'held' });
      expect((await failure(list(api, 'team', { requestMs: 200 }))).failure).toBe('unavailable');
    });

    test('an abort ends the request', async () => {
      const api = await start({ kind: 'held' });
      const abort = new AbortController();
      const listing = list(api, 'team', { signal: abort.signal });
      abort.abort(new Error('stopped by the test'));
      await expect(listing).rejects.toThrow('stopped by the test');
    });

    test('a redirect to another origin is not followed, with or without a token', async () => {
      const other = await start();
      const api = await start({ kind: 'redirect', to: `${other.origin}/orgs/team/repos` });
      expect((await failure(list(api, 'team', { token: 'tok-123' }))).failure).toBe('broken_answer');
      expect(other.requests).toEqual([]);
    });

    test('circular redirects end', async () => {
      const api = await start({ kind: 'redirect', to: '/round' });
      expect((await failure(list(api, 'team'))).failure).toBe('broken_answer');
      expect(api.requests.length).toBeLessThan(6);
    });
  });
}
