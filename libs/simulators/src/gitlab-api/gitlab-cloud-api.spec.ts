import { afterEach, describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { GitlabCloudApi, GitlabCloudOptions } from './cloud-call.ts';
import { manyProjects, simulatedProject } from './cloud-corpus.ts';
import { startGitlabCloud } from './gitlab-cloud-api.ts';
import { DESCRIBED, REFUSAL } from './gitlab-description.fixture.ts';
import { RateWindows } from './rate-windows.ts';

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);

const open: GitlabCloudApi[] = [];
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

const COMMIT = 'c'.repeat(40);
const word = { title: 'word', description: 'word', updatedAt: '2026-01-02T00:00:00Z' };
const project = simulatedProject(
  1,
  'a/b',
  { 'dir/word.txt': 'one\nword\nthree\n' },
  {
    description: 'word',
    issues: [{ iid: 1, ...word }],
    mergeRequests: [{ iid: 2, ...word }],
    commits: [{ id: COMMIT, message: 'word', committedAt: '2026-01-02T00:00:00Z' }],
  },
);
const snippets = [
  { id: 9, title: 'word', author: 'ann', updatedAt: '2026-01-02T00:00:00Z', files: new Map([['a.txt', Buffer.from('text')]]) },
];

async function start(options: Partial<GitlabCloudOptions> = {}) {
  const api = await startGitlabCloud({
    projects: [project],
    snippets,
    accounts: { paid: { tier: 'paid' }, free: { tier: 'free' } },
    ...options,
  });
  open.push(api);
  const get = (path: string, token = 'paid') => fetch(`${api.origin}/api/v4/${path}`, { headers: { 'private-token': token } });
  return { api, get };
}

describe('the simulated GitLab answers as GitLab describes', () => {
  test.each([
    'search?scope=blobs&search=word',
    'search?scope=projects&search=word',
    'search?scope=issues&search=word',
    'search?scope=merge_requests&search=word',
    'search?scope=commits&search=word',
    'search?scope=snippet_titles&search=word',
    'projects/1/search?scope=blobs&search=word',
    'projects/1/search?scope=commits&search=word',
    'projects/1',
    'projects/1/issues/1',
    'projects/1/merge_requests/2',
    `projects/1/repository/commits/${COMMIT}`,
    'projects/1/repository/tree?recursive=true',
    'snippets/9',
  ])('%s', async (path) => {
    const { get } = await start();
    const response = await get(path);
    const body: unknown = await response.json();
    expect(response.status).toBe(200);
    const described = DESCRIBED.find((one) => one.path.test(`/${path}`));
    if (described === undefined) throw new Error('not described');
    ajv.validate(described.ok, body);
    expect(ajv.errors ?? []).toEqual([]);
    expect(Array.isArray(body) ? body.length : 1).toBeGreaterThan(0);
    expect(Number(response.headers.get('ratelimit-remaining'))).toBe(1_999);
  });

  test.each([
    ['projects/7', 'paid', 404],
    ['projects/1', 'none', 401],
    ['search?scope=blobs&search=word', 'free', 400],
    ['search?scope=nothing&search=word', 'paid', 400],
    ['snippets/7', 'paid', 404],
  ])('%s for %s: %d', async (path, token, status) => {
    const { get } = await start();
    const response = await get(path, token);
    expect(response.status).toBe(status);
    ajv.validate(REFUSAL, await response.json());
    expect(ajv.errors ?? []).toEqual([]);
  });
});

describe('limits and pages', () => {
  test('ten searches a minute for an address, without a word of it in the headers', async () => {
    const { get } = await start();
    for (let at = 0; at < 10; at += 1) expect((await get('search?scope=projects&search=word')).status).toBe(200);
    const refused = await get('search?scope=projects&search=word', 'free');
    expect([refused.status, refused.headers.get('ratelimit-remaining'), refused.headers.has('retry-after')]).toEqual([429, '1999', true]);
    expect((await get('projects/1')).status).toBe(200);
  });

  test('a window ends', () => {
    const windows = new RateWindows({ requests: 1, seconds: 10 });
    const at = (ms: number) => windows.count('caller', ms).isOver;
    expect([at(0), at(9_999), at(10_000), at(10_001)]).toEqual([false, true, false, true]);
    expect(windows.count('another', 10_001).isOver).toBe(false);
  });

  test('pages are numbered; above a number of rows GitLab does not count them', async () => {
    const { get } = await start({ projects: manyProjects(45, 'word'), counted: 40 });
    const some = await get('search?scope=blobs&search=word-1&per_page=100');
    expect(some.headers.get('x-total')).toBe('11');
    const all = await get('search?scope=blobs&search=word&page=2&per_page=20');
    expect(['x-total', 'x-next-page', 'x-page'].map((name) => all.headers.get(name))).toEqual([null, '3', '2']);
    expect(all.headers.get('link')).toMatch(/rel="next"/);
    expect(all.headers.get('link')).not.toMatch(/rel="last"/);
    expect((await get('search?scope=blobs&search=word&page=3&per_page=20')).headers.get('x-next-page')).toBe('');
  });
});
