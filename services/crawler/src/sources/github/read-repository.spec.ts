import { afterEach, describe, expect, test } from '@jest/globals';
import type { CodeRepository } from '@leakwatch/simulators';
import { SourceStage, StageAccess } from '../source-stage.fixture.ts';
import { REPOSITORY_FILES_MAX } from './github-limits.ts';
import { githubSlice, stateOf } from './github-requests.ts';
import { closeGithub, githubStage, LEAKY, repositoryRequest, SECRET, sourceOf, startGithub } from './github-stage.fixture.ts';

afterEach(closeGithub);

const QUERY = '"corp.example" in:name,description,readme';

const nested: CodeRepository = {
  id: 90,
  owner: 'team',
  name: 'corp.example',
  branch: 'release/1',
  files: ['a', 'b/c', 'b/d/e', 'b/d/f/g', 'h/i', 'h/j', 'k/l/m/n'].map((path) => ({ path, content: `content of ${path}` })),
};

describe('repository search of GitHub', () => {
  test('reads every file of the repositories that are about the words', async () => {
    const api = await startGithub();
    const stage = githubStage(api, repositoryRequest(QUERY));
    await stage.pass();
    const planted = LEAKY.flatMap(({ id, files }) => files.map(({ path, content }) => [`${id}:${path}`, Buffer.from(content)] as const));
    expect(new Map(stage.documents.map(({ reference, bytes }) => [reference.key, bytes]))).toEqual(new Map(planted));
    expect([stage.documents.length, stage.total]).toEqual([5, 5]);
    expect(stage.documents[0]?.urlAt(3)).toMatch(/^https:\/\/github\.com\/team\/infra\/blob\/[0-9a-f]{40}\/conf\/app\.env#L3$/);
  });

  test('a file with half of a character in its name is read, and so are the others', async () => {
    const files = ['a\ud800.env', 'b.env'].map((path) => ({ path, content: `content of ${path}` }));
    const api = await startGithub({ repositories: [{ ...nested, files }] });
    const stage = githubStage(api, repositoryRequest(QUERY));
    await stage.pass();
    expect(stage.documents.map(({ path, unread }) => [path, unread])).toEqual([
      ['a\ufffd.env', undefined],
      ['b.env', undefined],
    ]);
  });

  test('a branch or a tree is about one of many repositories, a page of results is not', async () => {
    const api = await startGithub();
    const stage = githubStage(api, repositoryRequest(QUERY));
    const seen: [string, unknown][] = [];
    stage.begin();
    while (stage.frontier.slices.length > 0) {
      const [next] = stage.frontier.slices;
      seen.push([githubSlice.parse(next).kind, stage.source.leaving?.(next, stage.frontier.state)]);
      await stage.step();
    }
    expect(new Map(seen)).toEqual(
      new Map([
        ['page', undefined],
        ['branch', {}],
        ['tree', {}],
      ]),
    );
  });

  test.each(['answered', 'left out'])('a part of the results waits until its last repository is %s', async (how) => {
    const api = await startGithub();
    const stage = githubStage(api, repositoryRequest(QUERY));
    const part = { range: [1_190_000_000, null], only: [], not: [] };
    const state = { rotation: { splits: 0, waiting: [part] }, reading: null };
    stage.frontier = { ...stage.frontier, state, slices: [{ kind: 'page', part, page: 1 }] };
    const waiting = () => stateOf(stage.frontier.state).rotation.waiting;
    await stage.step();
    const branches = stage.frontier.slices;
    expect(branches.map((slice) => githubSlice.parse(slice).kind)).toEqual(['branch', 'branch']);
    const [first, last] = branches;
    await stage.step();
    expect(waiting()).toEqual([part]);
    if (how === 'answered') {
      await stage.finish();
      expect(waiting()).toEqual([]);
    } else {
      expect(stage.source.leaving?.(first, stage.frontier.state)).toEqual({});
      expect(stage.source.leaving?.(last, stage.frontier.state)).toMatchObject({ state: { rotation: { waiting: [] } } });
    }
  });

  test('a file is the same document, whichever search names it', async () => {
    const api = await startGithub();
    const byRepository = githubStage(api, repositoryRequest(QUERY));
    await byRepository.pass({ fetches: false });
    const byCode = new SourceStage(sourceOf(api), { by: 'code', query: '"corp.example"', deep: false }, new StageAccess(SECRET));
    await byCode.pass({ fetches: false });
    const identity = ({ key, version, container }: (typeof byCode.named)[number]) => JSON.stringify([key, version, container]);
    expect(byRepository.named.map(identity)).toEqual(expect.arrayContaining(byCode.named.map(identity)));
  });

  test.each([1, 2, 3, 100_000])('a tree that is cut after %d entries is read folder by folder, each file once', async (treeEntries) => {
    const api = await startGithub({ repositories: [nested], treeEntries });
    const stage = githubStage(api, repositoryRequest(QUERY));
    await stage.pass();
    expect(stage.named.map(({ key }) => key).sort()).toEqual(nested.files.map(({ path }) => `90:${path}`).sort());
    expect(stage.documents.map(({ path, bytes }) => [path, String(bytes)])).toEqual(
      stage.documents.map(({ path }) => [path, `content of ${path}`]),
    );
    expect([stage.total, stage.answers.some(({ capped }) => capped)]).toEqual([nested.files.length, false]);
  });

  test.each<[string, CodeRepository]>([
    ['empty', { id: 91, owner: 'team', name: 'corp.example', empty: true, files: [] }],
    ['blocked', { id: 91, owner: 'team', name: 'corp.example', blocked: 'dmca', files: [] }],
    ['deleted', { id: 91, owner: 'team', name: 'corp.example', deleted: true, files: [] }],
  ])('a repository that is %s is passed over', async (_, repository) => {
    const api = await startGithub({ repositories: [repository, ...LEAKY] });
    const stage = githubStage(api, repositoryRequest(QUERY));
    await stage.pass();
    expect(stage.documents).toHaveLength(5);
    expect(stage.answers.some(({ incomplete }) => incomplete)).toBe(repository.blocked !== undefined);
  });

  test('a repository with too many files is read up to the bound, and says so', async () => {
    const files = Array.from({ length: REPOSITORY_FILES_MAX + 10 }, (_, at) => ({ path: `d${at % 7}/f${at}`, content: String(at) }));
    const large = { id: 92, owner: 'team', name: 'corp.example', files };
    const api = await startGithub({ repositories: [large, ...LEAKY], treeEntries: 5_000 });
    const stage = githubStage(api, repositoryRequest(QUERY));
    await stage.pass({ fetches: false });
    expect(stage.named).toHaveLength(REPOSITORY_FILES_MAX + 5);
    expect(stage.answers.filter(({ capped }) => capped).length).toBeGreaterThan(0);
  });

  test('a deep search of 2,500 repositories finds each once', async () => {
    const repositories = Array.from({ length: 2_500 }, (_, at) => ({
      id: 1_000 + at,
      owner: 'team',
      name: `corp.example-${at}`,
      createdAt: new Date(Date.parse('2015-01-01T00:00:00Z') + at * 7_200_000).toISOString(),
      description: 'of corp.example',
      empty: true,
      files: [],
    }));
    const api = await startGithub({ repositories });
    const stage = githubStage(api, repositoryRequest(QUERY, true));
    await stage.pass();
    const branches = api.requests
      .map(({ path }) => /^\/repos\/team\/([^/]+)\/branches/.exec(path)?.[1])
      .filter((name) => name !== undefined);
    expect([branches.length, new Set(branches).size, stage.total]).toEqual([2_500, 2_500, 0]);
    expect(stage.answers.some(({ capped }) => capped)).toBe(false);
  });

  test('goes on after every step with a new instance', async () => {
    const api = await startGithub({ repositories: [nested, ...LEAKY], treeEntries: 2 });
    let stage = githubStage(api, repositoryRequest(QUERY));
    stage.begin();
    const keys: string[] = [];
    while (await stage.step()) {
      keys.push(...stage.documents.map(({ reference }) => reference.key));
      stage = new SourceStage(sourceOf(api), repositoryRequest(QUERY), new StageAccess(SECRET), stage.frontier);
    }
    expect([keys.length, new Set(keys).size]).toEqual([12, 12]);
  });
});
