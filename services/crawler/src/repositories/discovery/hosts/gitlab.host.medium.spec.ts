import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type HostApi, startGitlabApi } from '@leakwatch/simulators';
import { directAccess } from '../../../accounts/direct-access.fixture.ts';
import { GitlabHost } from './gitlab.host.ts';
import { hostConformance } from './host-conformance.fixture.ts';

hostConformance({
  source: 'gitlab',
  start: ({ team, big, none, solo }) => startGitlabApi({ groups: { team, big, none }, users: { solo } }),
  host: (origin) => new GitlabHost(origin, 'api'),
  tokenHeader: ['private-token', ''],
});

describe('groups of gitlab', () => {
  let api: HostApi;
  beforeAll(async () => {
    api = await startGitlabApi({
      groups: {
        team: [{ name: 'top' }],
        'team/back': [{ name: 'api' }],
        'team/back/deep': [{ name: 'core', empty: true }],
        teammates: [{ name: 'theirs' }],
      },
    });
  });
  afterAll(() => api.close());

  const rowsOf = async (name: string) => {
    const rows = [];
    const account = { source: 'gitlab', name, isOrganisation: true } as const;
    const used = directAccess(null);
    for await (const page of new GitlabHost(api.origin, 'api').pages(account, used.access, new AbortController().signal))
      rows.push(...page);
    await used.close();
    return rows;
  };

  test('include their subgroups', async () => {
    const rows = await rowsOf('team');
    expect(rows.map((row) => row.repo_title)).toEqual(['team/top', 'team/back/api', 'team/back/deep/core']);
    expect(rows.map((row) => row.is_empty)).toEqual([false, false, true]);
    expect(rows[2]?.repo_default_branch).toBe('main');
  });

  test('may be subgroups themselves: the path is one segment of the URL', async () => {
    expect((await rowsOf('team/back')).map((row) => row.repo_title)).toEqual(['team/back/api', 'team/back/deep/core']);
    expect(api.requests.at(-1)?.path).toMatch(/^\/api\/v4\/groups\/team%2Fback\/projects\?/);
  });
});
