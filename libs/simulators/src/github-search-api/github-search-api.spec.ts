import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type CodeRepository, manyFiles } from './code-corpus.ts';
import { GithubDescription } from './github-description.fixture.ts';
import { type GithubSearchApi, startGithubSearchApi } from './github-search-api.ts';

const REPOSITORIES: readonly CodeRepository[] = [
  {
    id: 1,
    owner: 'team',
    name: 'infra',
    description: 'Machines of corp.example',
    createdAt: '2021-05-01T10:00:00Z',
    formerNames: ['team/old-infra'],
    files: [
      { path: 'README.md', content: 'How we deploy' },
      { path: 'conf/app.env', content: 'HOST=db.corp.example\nPASSWORD=hunter2' },
      { path: 'conf/deep/app.yml', content: 'host: db.corp.example' },
    ],
  },
  { id: 2, owner: 'team', name: 'empty', empty: true, files: [] },
  { id: 3, owner: 'taken', name: 'down', blocked: 'tos', files: [{ path: 'a', content: 'a' }] },
  { id: 4, owner: 'taken', name: 'dmca', blocked: 'dmca', files: [{ path: 'a', content: 'a' }] },
  { id: 5, owner: 'team', name: 'fork', fork: true, files: [{ path: 'x.env', content: 'corp.example' }] },
  ...manyFiles(1_100, 'crowded word'),
];

describe('the simulated search of GitHub', () => {
  let api: GithubSearchApi;
  let description: GithubDescription;
  const tokens: Record<string, 'valid' | 'revoked' | 'suspended'> = { good: 'valid', old: 'revoked', bad: 'suspended' };
  beforeAll(async () => {
    description = new GithubDescription();
    api = await startGithubSearchApi({ repositories: REPOSITORIES, tokens, treeEntries: 3, limits: { code_search: 1_000 } });
  });
  afterAll(() => api.close());

  const ask = async (path: string, token: string | null = 'good', headers: Record<string, string> = {}) => {
    const response = await fetch(`${api.origin}${path}`, {
      headers: { 'user-agent': 'test', ...(token !== null && { authorization: `token ${token}` }), ...headers },
      redirect: 'manual',
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
  const search = (q: string, more = '') => ask(`/search/code?q=${encodeURIComponent(q)}${more}`);

  test.each([
    ['/search/code', '/search/code?q=corp', 200],
    ['/search/code', '/search/code?q=corp&page=11&per_page=100', 422],
    ['/search/code', '/search/code?q=%28', 422],
    ['/search/repositories', '/search/repositories?q=corp', 200],
    ['/search/repositories', '/search/repositories?q=', 422],
    ['/repos/{owner}/{repo}/branches/{branch}', '/repos/team/infra/branches/main', 200],
    ['/repos/{owner}/{repo}/git/trees/{tree_sha}', '/repos/team/infra/git/trees/TREE?recursive=1', 200],
    ['/repos/{owner}/{repo}/git/trees/{tree_sha}', '/repos/team/empty/git/trees/0', 409],
    ['/repos/{owner}/{repo}/git/blobs/{file_sha}', '/repos/team/infra/git/blobs/BLOB', 200],
    ['/repos/{owner}/{repo}/git/blobs/{file_sha}', '/repos/team/infra/git/blobs/00', 404],
    ['/repos/{owner}/{repo}/git/blobs/{file_sha}', '/repos/taken/down/git/blobs/00', 403],
  ])('%s answers %s with %d as GitHub describes it', async (template, path, status) => {
    const [file] = api.corpus.files;
    const branch = await ask('/repos/team/infra/branches/main');
    const answer = await ask(path.replace('BLOB', file?.sha ?? '').replace('TREE', branch.body.commit.commit.tree.sha));
    expect(answer.status).toBe(status);
    expect(description.faults(template, status, answer.body)).toEqual([]);
  });

  test('the description refuses what GitHub would not answer', async () => {
    const { body } = await search('corp.example');
    expect(description.faults('/search/code', 200, { ...body, items: [{ ...body.items[0], repository: { id: 1 } }] })).not.toEqual([]);
    expect(description.faults('/search/code', 418, body)).not.toEqual([]);
  });

  test('phrases, qualifiers and exclusions', async () => {
    const paths = async (q: string) => (await search(q)).body.items.map((item: { path: string }) => item.path);
    expect(await paths('"corp.example" password')).toEqual(['conf/app.env']);
    expect(await paths('corp.example')).toEqual(['conf/app.env', 'conf/deep/app.yml']);
    expect(await paths('corp.example fork:true')).toContain('x.env');
    expect(await paths('corp.example extension:yml')).toEqual(['conf/deep/app.yml']);
    expect(await paths('corp.example -extension:yml')).toEqual(['conf/app.env']);
    expect(await paths('corp.example path:conf/deep')).toEqual(['conf/deep/app.yml']);
    expect(await paths('filename:app.env')).toEqual(['conf/app.env']);
    expect(await paths('corp.example size:0..30')).toEqual(['conf/deep/app.yml']);
    expect(await paths('corp.example size:>=30')).toEqual(['conf/app.env']);
  });

  test('a thousand results of more', async () => {
    const { body } = await search('"crowded word"', '&per_page=100&page=10');
    expect([body.total_count, body.items.length]).toEqual([1_100, 100]);
    expect((await search('"crowded word"', '&per_page=100&page=11')).body.message).toBe('Cannot access beyond the first 1000 results');
  });

  test.each([
    ['x'.repeat(257), 'The search is longer than 256 characters.'],
    ['a OR b OR c OR d OR e OR f OR g', 'More than five AND / OR / NOT operators were used.'],
  ])('refuses a long query', async (q, message) => {
    const { status, body } = await search(q);
    expect([status, body.errors[0].message]).toEqual([422, message]);
  });

  test('credentials come before the query; code is not searched without an account', async () => {
    expect((await ask('/search/code', 'old')).body.message).toBe('Bad credentials');
    expect((await ask('/search/code?q=a', 'old')).headers.has('x-ratelimit-limit')).toBe(false);
    expect((await ask('/search/code?q=a', null)).body.message).toBe('Requires authentication');
    expect((await ask('/search/code?q=a', 'bad')).body.message).toBe('Sorry. Your account was suspended.');
    expect((await ask('/search/code?q=a&page=abc')).status).toBe(400);
  });

  test('a search that timed out says so', async () => {
    api.faults.timesOut = true;
    expect((await search('corp.example')).body).toMatchObject({ total_count: 2, incomplete_results: true, items: [{}] });
    api.faults.timesOut = false;
  });

  test('a renamed repository is redirected, with its query', async () => {
    const { status, headers, body } = await ask('/repos/team/old-infra/git/trees/0?recursive=1');
    expect([status, headers.get('location')]).toEqual([301, `${api.origin}/repositories/1/git/trees/0?recursive=1`]);
    expect(body.message).toBe('Moved Permanently');
  });

  test('a long tree is cut, its folders are not', async () => {
    const branch = await ask('/repos/team/infra/branches/main');
    const tree = branch.body.commit.commit.tree.sha;
    expect((await ask(`/repos/team/infra/git/trees/${tree}?recursive=1`)).body).toMatchObject({ truncated: true });
    const flat = await ask(`/repos/team/infra/git/trees/${tree}`);
    expect(flat.body.tree.map((entry: { path: string }) => entry.path)).toEqual(['README.md', 'conf']);
    const folder = await ask(`/repos/team/infra/git/trees/${flat.body.tree[1].sha}?recursive=1`);
    expect(folder.body.tree.map((entry: { path: string }) => entry.path)).toEqual(['app.env', 'deep', 'deep/app.yml']);
  });

  test('an answer of a repository has an ETag, a search has none', async () => {
    const first = await ask('/repos/team/infra/branches/main');
    const tag = first.headers.get('etag') ?? '';
    const again = await ask('/repos/team/infra/branches/main', 'good', { 'if-none-match': tag });
    expect(again.status).toBe(304);
    // It does not count.
    expect(again.headers.get('x-ratelimit-used')).toBe(first.headers.get('x-ratelimit-used'));
    expect((await search('corp')).headers.has('etag')).toBe(false);
  });

  test('a window ends with 403 and begins anew', async () => {
    const small = await startGithubSearchApi({ repositories: [], limits: { code_search: 2 }, windowSeconds: 1 });
    const one = () => fetch(`${small.origin}/search/code?q=a`, { headers: { authorization: 'token any' } });
    const [first, second, third] = [await one(), await one(), await one()];
    expect([first.status, second.status, third.status]).toEqual([200, 200, 403]);
    expect(third.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(third.headers.get('x-ratelimit-resource')).toBe('code_search');
    expect(await third.json()).toMatchObject({ message: expect.stringContaining('API rate limit exceeded for user ID') });
    for (let status = 403; status !== 200; status = (await one()).status) await new Promise((resolve) => setTimeout(resolve, 50));
    await small.close();
  });
});
