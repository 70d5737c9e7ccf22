import { afterEach, describe, expect, test } from '@jest/globals';
import { manyProjects, type SimulatedProject, simulatedProject } from '@leakwatch/simulators';
import { withClock } from '@leakwatch/testing';
import fc from 'fast-check';
import type { GitlabRequest } from './gitlab-query.ts';
import { gitlabState, slice as storedSlice } from './gitlab-slices.ts';
import { closeAll, searchesOf, startStage, textsOf } from './gitlab-stage.fixture.ts';

afterEach(closeAll);

const filesRead = (named: readonly { key: string }[]) => new Set(named.map(({ key }) => key).filter((key) => key.startsWith('blob:')));
/** One project with so many files that hold the word. */
const fullProject = (files: number, more: Partial<SimulatedProject> = {}) =>
  simulatedProject(1, 'a/b', Object.fromEntries(Array.from({ length: files }, (_, at) => [`f${at}.env`, 'token'])), more);

/** Makes a pass. @returns the number of requests before it */
async function passes(api: { readonly requests: readonly unknown[] }, pass: () => Promise<void>): Promise<number> {
  const from = api.requests.length;
  await pass();
  return from;
}

describe('more results than one pass reads', () => {
  test('later passes read on, and each begins with the first page', async () => {
    const { api, stage } = await startStage('paid', 'token', { projects: [fullProject(2_350)] });
    const seen: number[] = [];
    const pages: string[] = [];
    for (let pass = 0; pass < 4; pass += 1) {
      const from = api.requests.length;
      await stage.pass({ fetches: false });
      seen.push(filesRead(stage.named).size);
      pages.push(
        searchesOf(api, from)
          .filter((search) => search.startsWith('blobs'))
          .map((search) => search.split(' ').at(-1))
          .join(),
      );
    }
    expect(seen).toEqual([1_000, 2_000, 2_350, 2_350]);
    expect(pages).toEqual(['1,2,3,4,5,6,7,8,9,10', '1,11,12,13,14,15,16,17,18,19,20', '1,21,22,23,24', '1,2,3,4,5,6,7,8,9,10']);
    expect(stage.total).toBe(4 * 2_350);
    expect(stage.answers.some(({ capped }) => capped === true)).toBe(true);
  });

  test('a pass that ends before everything is looked up begins at the same page again', async () => {
    const { api, stage } = await startStage('paid', 'token', { projects: [fullProject(2_350)] });
    const blobPages = (from: number) =>
      searchesOf(api, from)
        .filter((search) => search.startsWith('blobs'))
        .map((search) => Number(search.split(' ').at(-1)));
    const kinds = () => stage.frontier.slices.map((slice) => storedSlice.parse(slice)).map((one) => one.kind);
    for (const pages of [
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      [1, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
    ]) {
      const from = api.requests.length;
      stage.begin();
      // Until one lookup is left before the next search.
      while (blobPages(from).length < pages.length || kinds()[1] === 'lookup') await stage.step();
      expect(kinds().slice(0, 2)).toEqual(['lookup', 'search']);
      expect(blobPages(from)).toEqual(pages);
      const again = await passes(api, () => stage.pass({ fetches: false }));
      expect(blobPages(again)).toEqual(pages);
    }
    expect(filesRead(stage.named).size).toBe(2_000);
  });

  test('nothing is asked beyond the 10,000 results that GitLab gives, and passes begin again', async () => {
    const { api, stage } = await startStage('paid', 'token', { projects: [fullProject(10_450)] });
    for (let pass = 0; pass < 11; pass += 1) await stage.pass({ fetches: false });
    expect(filesRead(stage.named).size).toBe(10_000);
    const pages = searchesOf(api)
      .filter((search) => search.startsWith('blobs'))
      .map((search) => Number(search.split(' ').at(-1)));
    expect([Math.max(...pages), pages.at(-1)]).toEqual([100, 10]);
    // GitLab does not count so many: what is known is what it named.
    expect(stage.total).toBe(stage.named.length);
  });

  test('every file is reached in the passes that its number needs, whatever that is', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.constantFrom('commit' as const, 'branch' as const), async (files, codeRef) => {
        const projects = files.map((count, at) => ({ ...fullProject(count), id: at + 1, path: `a/p${at}` }));
        const { stage } = await startStage('paid', 'token', { projects, codeRef });
        const all = files.reduce((sum, count) => sum + count, 0);
        for (let pass = 0; pass < Math.max(1, Math.ceil(all / 1_000)); pass += 1) await stage.pass({ fetches: false });
        expect(filesRead(stage.named).size).toBe(all);
        const once = new Set(stage.named.map(({ key, version }) => `${key} ${version}`));
        expect(once.size).toBe(all);
      }),
      { numRuns: 8 },
    );
  });

  test('results that move while they are read are found by the next pass', async () => {
    const { api, stage } = await startStage('paid', 'token', { projects: manyProjects(300, 'token') });
    let moved = false;
    api.onRequest = (path) => {
      if (moved || !path.includes('scope=blobs') || !path.includes('page=2')) return;
      moved = true;
      api.corpus.projects.splice(0, 50);
    };
    await stage.pass({ fetches: false });
    const keys = api.corpus.projects.map(({ id }) => `blob:${id}:config.env`);
    const missed = () => keys.filter((key) => !filesRead(stage.named).has(key)).length;
    expect(missed()).toBe(50);
    // By which the pass is known not to be whole.
    expect(stage.total - stage.named.length).toBeGreaterThan(0);
    await stage.pass({ fetches: false });
    expect(missed()).toBe(0);
  });
});

test('a pass in which as many results come as go is known to have missed what moved', async () => {
  const { api, stage } = await startStage('paid', 'token', { projects: manyProjects(250, 'token') });
  api.onRequest = (path) => {
    if (!path.includes('scope=blobs')) return;
    if (path.includes('&page=2')) api.corpus.projects.unshift(...manyProjects(1, 'token', 900));
    if (path.includes('&page=3')) api.corpus.projects.splice(0, 1);
  };
  await stage.pass({ fetches: false });
  expect(stage.total - stage.named.length).toBeGreaterThan(0);
});

describe('a free account', () => {
  test('code of projects that did not change is not asked for again', async () => {
    const { api, stage } = await startStage('free', 'token', { projects: manyProjects(120, 'token') });
    await stage.pass();
    expect(Object.keys(textsOf(stage)).filter((path) => path.endsWith('config.env'))).toHaveLength(120);
    const [changed] = api.corpus.projects;
    if (changed === undefined) throw new Error('no project');
    changed.files.set('new.env', Buffer.from('token'));
    changed.lastActivity = '2026-03-01T00:00:00.000Z';
    const from = await passes(api, () => stage.pass());
    expect(searchesOf(api, from)).toEqual([
      'projects token 1',
      'projects token 2',
      'blobs token in 1 1',
      'commits token in 1 1',
      'snippet_titles token 1',
      'issues token 1',
      'merge_requests token 1',
    ]);
    expect(textsOf(stage)['team/service-00001 new.env']).toBe('token');
  });

  test('a project is read until an hour after its last activity that GitLab shows, and again after a day', async () => {
    const lastActivity = new Date(Date.now() - 1_800_000).toISOString();
    const { api, stage } = await startStage('free', 'token', { projects: [fullProject(1, { description: 'token', lastActivity })] });
    const realNow = Date.now;
    const seen: number[] = [];
    try {
      for (const minutes of [0, 10, 60, 70, 120, 130, 600, 1_570, 1_600]) {
        Date.now = () => realNow() + minutes * 60_000;
        const from = await passes(api, () => stage.pass({ fetches: false }));
        seen.push(searchesOf(api, from).filter((search) => search.startsWith('blobs token in')).length);
      }
    } finally {
      Date.now = realNow;
    }
    expect(seen).toEqual([1, 0, 1, 0, 1, 0, 0, 1, 0]);
  });

  test('a pass in which the day without a search of the site ends reads the projects that it found', async () => {
    const { stage } = await startStage('free', 'token', { projects: [fullProject(3, { description: 'token' })] });
    await stage.pass({ fetches: false });
    // What the first pass read is not remembered, so that the second one reads it.
    const { state } = stage.frontier;
    stage.frontier = { ...stage.frontier, state: { ...gitlabState.parse(state), marks: [] } };
    stage.begin();
    const before = stage.named.length;
    await withClock(25 * 60, () => stage.finish({ fetches: false }));
    expect(filesRead(stage.named.slice(before)).size).toBe(3);
  });

  test('a project of which a search fails is read by the next pass', async () => {
    const { api, stage } = await startStage('free', 'token', { projects: [fullProject(3, { description: 'token' })] });
    api.onRequest = (path) => {
      if (path.includes('/projects/1/search')) api.corpus.projects.length = 0;
    };
    const [project] = api.corpus.projects;
    await stage.pass();
    expect(filesRead(stage.named).size).toBe(0);
    api.onRequest = () => undefined;
    api.corpus.projects.push(...(project === undefined ? [] : [project]));
    await stage.pass();
    expect(filesRead(stage.named).size).toBe(3);
  });

  test('of several words, projects are searched by each and their code by the longest', async () => {
    const projects = [
      simulatedProject(1, 'acme/x', { 'a.env': 'PAYROLL=1\nacme' }),
      simulatedProject(2, 'b/payroll', { 'b.env': 'payroll of acme' }),
    ];
    const { api, stage } = await startStage('free', { words: ['acme', 'payroll'] }, { projects });
    await stage.pass();
    expect(Object.keys(textsOf(stage)).sort()).toEqual([
      'acme/x -/description',
      'acme/x a.env',
      'b/payroll -/description',
      'b/payroll b.env',
    ]);
    const from = await passes(api, () => stage.pass());
    expect(searchesOf(api, from).slice(0, 2)).toEqual(['projects acme 1', 'projects payroll 1']);
  });

  test.each([
    { message: 'Scope supported only with advanced search or exact code search' },
    { message: { error: 'Scope supported only with advanced search or exact code search' } },
    { error: 'Scope not supported without Elasticsearch!' },
    { error: 'scope does not have a valid value' },
  ])('is known by %j, and asked again after a day', async (scopeRefusal) => {
    const { api, stage } = await startStage('free', 'token', { projects: manyProjects(1, 'token'), scopeRefusal });
    const realNow = Date.now;
    await stage.pass();
    api.accounts['glpat-secret-of-the-bot'] = { tier: 'paid' };
    const siteSearches = async (hours: number) => {
      Date.now = () => realNow() + hours * 3_600_000;
      const from = await passes(api, () => stage.pass()).finally(() => {
        Date.now = realNow;
      });
      return searchesOf(api, from).filter((search) => search === 'blobs token 1').length;
    };
    expect([await siteSearches(23), await siteSearches(25)]).toEqual([0, 1]);
  });
});

describe('by repository', () => {
  const byRepository: GitlabRequest = { search: 'by_repository', words: ['token'] };

  test('every file of a project whose name or description holds the words, whatever is in it', async () => {
    const files = { 'a/b/c.env': 'one', 'link.bin': Uint8Array.from([0, 255, 10]) };
    const projects = [
      simulatedProject(1, 'a/token', files),
      simulatedProject(2, 'a/other', { x: 'token' }),
      simulatedProject(3, 'token/empty', {}, { branch: null }),
    ];
    const { api, stage } = await startStage('free', byRepository, { projects });
    await stage.pass();
    expect(Object.keys(textsOf(stage)).sort()).toEqual([
      'a/token -/description',
      'a/token a/b/c.env',
      'a/token link.bin',
      'token/empty -/description',
    ]);
    expect(stage.documents.find(({ path }) => path === 'link.bin')?.bytes).toEqual(Uint8Array.from([0, 255, 10]));
    expect(stage.documents.find(({ path }) => path === 'a/b/c.env')?.urlAt(2)).toBe(`${api.origin}/a/token/-/blob/main/a/b/c.env#L2`);
    expect(searchesOf(api)).toEqual(['projects token 1']);
  });

  test('a tree of any size, once until it changes; what did not change in it is named with the same version', async () => {
    const { api, stage } = await startStage('free', byRepository, { projects: [fullProject(250, { description: 'token' })] });
    await stage.pass({ fetches: false });
    expect([filesRead(stage.named).size, stage.total]).toEqual([250, 251]);
    const from = await passes(api, () => stage.pass({ fetches: false }));
    expect(api.requests.slice(from).some(({ path }) => path.includes('/tree'))).toBe(false);
    const [project] = api.corpus.projects;
    project?.files.set('f0.env', Buffer.from('changed'));
    Object.assign(project ?? {}, { lastActivity: '2026-03-01T00:00:00.000Z' });
    await stage.pass();
    expect(textsOf(stage)).toEqual({ 'a/b f0.env': 'changed' });
  });
});
