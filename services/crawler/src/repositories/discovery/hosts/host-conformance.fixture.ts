import { afterEach, describe, expect, test } from '@jest/globals';
import type { DiscoveredRepository } from '@leakwatch/contracts';
import type { DiscoverySource } from '@leakwatch/rules';
import { type HostApi, manyRepositories, type SimulatedRepository } from '@leakwatch/simulators';
import { DiscoveryError } from '../discovery-error.ts';
import type { RepositoryHost } from './repository-host.port.ts';

/** What both simulated hosts hold: `team` and `big` are organisations, `solo` is a person. */
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
  host(origin: string, requestMs?: number): RepositoryHost;
  /** The header in which the host takes a token, with what stands before it. */
  readonly tokenHeader: readonly [string, string];
}

/** Every host of repositories passes this. */
export function hostConformance(stage: HostStage): void {
  describe(`repositories of ${stage.source}`, () => {
    const open: HostApi[] = [];
    afterEach(async () => {
      for (const api of open.splice(0)) await api.close();
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
      const pages = stage.host(api.origin, requestMs).pages({ source: stage.source, name, isOrganisation }, token, signal);
      for await (const page of pages) rows.push(...page);
      return rows;
    };
    const failure = async (listing: Promise<unknown>): Promise<{ failure: string; seconds: number | undefined }> => {
      const error = await listing.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (!(error instanceof DiscoveryError)) throw new Error('no refusal', { cause: error });
      expect(JSON.stringify([error.message, error.details])).not.toContain('secret detail');
      return { failure: error.failure, seconds: error.seconds };
    };

    test('of an organisation: public ones with forks and archived ones, hostile names as text, bad addresses left out', async () => {
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

    test('of a person', async () => {
      expect((await list(await start(), 'solo', { isOrganisation: false })).map((row) => row.repo_title)).toEqual(['solo/dotfiles']);
    });

    test('250 of them, by three requests', async () => {
      const api = await start();
      const rows = await list(api, 'big');
      expect(new Set(rows.map((row) => row.git_remote_url)).size).toBe(250);
      expect(api.requests).toHaveLength(3);
    });

    test('none is an empty list, and no such account is told', async () => {
      const api = await start();
      expect(await list(api, 'none')).toEqual([]);
      expect(await failure(list(api, 'nobody'))).toEqual({ failure: 'discovery_not_found', seconds: undefined });
      expect(await failure(list(api, 'solo'))).toEqual({ failure: 'discovery_not_found', seconds: undefined });
    });

    test('a token goes in its header, and nothing is sent without one', async () => {
      const api = await start();
      const [header, before] = stage.tokenHeader;
      await list(api, 'team', { token: 'tok-123' });
      await list(api, 'team');
      expect(api.requests.map((request) => request.headers[header])).toEqual([`${before}tok-123`, undefined]);
      expect(api.requests.map((request) => request.path).join()).not.toContain('tok-123');
    });

    test('a limit says how long to wait, also in the middle, and is asked once', async () => {
      const api = await start({ kind: 'limited', seconds: 90 }, 2);
      const limited = await failure(list(api, 'big'));
      expect(limited.failure).toBe('discovery_rate_limited');
      // The vendor may name a moment in whole seconds.
      expect([89, 90, 91]).toContain(limited.seconds);
      expect(api.requests).toHaveLength(2);
    });

    test('a limit that the headers do not show is seen', async () => {
      expect(await failure(list(await start({ kind: 'limited_unseen' }), 'team'))).toEqual({
        failure: 'discovery_rate_limited',
        seconds: 60,
      });
    });

    test.each<[string, HostApi['behaviour'], string]>([
      ['a token that is refused', { kind: 'bad_token' }, 'discovery_refused'],
      ['a fault of the host', { kind: 'status', status: 500 }, 'discovery_unavailable'],
      ['a gateway that is away', { kind: 'status', status: 502 }, 'discovery_unavailable'],
      ['a conflict', { kind: 'status', status: 409 }, 'discovery_refused'],
      ['a connection that is cut', { kind: 'cut' }, 'discovery_unavailable'],
      ['JSON that breaks off', { kind: 'broken_json' }, 'discovery_broken_answer'],
      ['a web page', { kind: 'web_page' }, 'discovery_broken_answer'],
      ['JSON of another shape', { kind: 'other_shape' }, 'discovery_broken_answer'],
    ])('%s', async (_, behaviour, expected) => {
      const api = await start(behaviour);
      expect((await failure(list(api, 'team'))).failure).toBe(expected);
      expect(api.requests).toHaveLength(1);
    });

    test('a host that says nothing is given up', async () => {
      const api = await start({ kind: 'held' });
      expect((await failure(list(api, 'team', { requestMs: 200 }))).failure).toBe('discovery_timeout');
    });

    test('an abort ends it', async () => {
      const api = await start({ kind: 'held' });
      const abort = new AbortController();
      const listing = list(api, 'team', { signal: abort.signal });
      abort.abort(new Error('stopped by the test'));
      await expect(listing).rejects.toThrow('stopped by the test');
    });

    test('a redirect is not followed to another origin, with a token or without', async () => {
      const other = await start();
      const api = await start({ kind: 'redirect', to: `${other.origin}/orgs/team/repos` });
      expect((await failure(list(api, 'team', { token: 'tok-123' }))).failure).toBe('discovery_broken_answer');
      expect(other.requests).toEqual([]);
    });

    test('redirects in a circle end', async () => {
      const api = await start({ kind: 'redirect', to: '/round' });
      expect((await failure(list(api, 'team'))).failure).toBe('discovery_broken_answer');
      expect(api.requests.length).toBeLessThan(6);
    });
  });
}
