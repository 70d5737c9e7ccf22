import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GithubDescription } from '../github-search-api/github-description.fixture.ts';
import { type GistApi, startGistApi } from './gist-api.ts';
import { gistId, manyGists } from './gist-corpus.ts';

const LONG = 'x'.repeat(1_100_000);

describe('the simulated gists', () => {
  let api: GistApi;
  let description: GithubDescription;
  beforeAll(async () => {
    description = new GithubDescription();
    api = await startGistApi({
      gists: [
        ...manyGists(3_100, (at) => `note number ${at}`),
        {
          id: 'aa',
          owner: 'ann',
          files: [
            { name: 'a.txt', content: 'hello' },
            { name: 'long', content: LONG },
          ],
          updatedAt: '2026-02-01T00:00:00Z',
          comments: ['first', 'second'],
        },
        { id: 'bb', owner: null, files: [{ name: 'bin', content: Buffer.from([0, 255, 254]) }], updatedAt: '2026-02-02T00:00:00Z' },
        { id: 'cc', owner: 'ann', files: [], updatedAt: '2024-02-02T00:00:00Z', blocked: true },
      ],
      limits: { core: 1_000 },
    });
  });
  afterAll(() => api.close());

  const ask = async (path: string) => {
    const response = await fetch(`${api.origin}${path}`, { headers: { 'user-agent': 'test' } });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
  };

  test.each([
    ['/gists/public', '/gists/public?per_page=100', 200],
    ['/gists/public', '/gists/public?per_page=100&page=31', 422],
    ['/gists/{gist_id}', '/gists/aa', 200],
    ['/gists/{gist_id}', '/gists/bb', 200],
    ['/gists/{gist_id}', '/gists/cc', 403],
    ['/gists/{gist_id}', '/gists/dd', 404],
    ['/gists/{gist_id}/comments', '/gists/aa/comments', 200],
  ])('%s answers %s with %d as GitHub describes it', async (template, path, status) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(description.faults(template, status, answer.body)).toEqual([]);
  });

  test('the list has the latest change first, at most 3,000, and those after a time', async () => {
    const first = await ask('/gists/public?per_page=100');
    expect(first.body.slice(0, 3).map(({ id }: { id: string }) => id)).toEqual(['bb', 'aa', gistId(3_099)]);
    expect(first.headers.get('link')).toContain('page=30>; rel="last"');
    expect((await ask('/gists/public?since=2026-02-01T00:00:00Z')).body.map(({ id }: { id: string }) => id)).toEqual(['bb']);
  });

  test('a file over a megabyte is cut; its raw file is whole', async () => {
    const { files } = (await ask('/gists/aa')).body;
    expect([files['long'].truncated, files['long'].content.length]).toEqual([true, 1_048_576]);
    expect((await ask(files['long'].raw_url.slice(api.origin.length))).body).toBe(LONG);
  });

  test('the search of the web site has ten results a page', async () => {
    const { headers, body } = await ask('/search?q=%22number+7%22&p=1');
    expect(headers.get('content-type')).toContain('text/html');
    expect(body.match(/<div class="gist-snippet">/g)).toHaveLength(1);
    const all = await ask('/search?q=note&p=100');
    expect(all.body).toContain('3,100 gist results');
    expect(all.body.match(/<div class="gist-snippet">/g)).toHaveLength(10);
    expect((await ask('/search?q=absent')).body).toContain('find any gists');
  });
});
