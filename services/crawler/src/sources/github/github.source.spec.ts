import { afterEach, describe, expect, test } from '@jest/globals';
import { manyFiles } from '@leakwatch/simulators';
import { SourceStage, StageAccess } from '../source-stage.fixture.ts';
import {
  BINARY,
  closeGithub,
  codeRequest,
  githubStage,
  LEAKY,
  repositoryRequest,
  SECRET,
  sourceOf,
  startGithub,
} from './github-stage.fixture.ts';

afterEach(closeGithub);

describe('code search of GitHub', () => {
  test('finds every file with the words, its bytes as they are', async () => {
    const api = await startGithub();
    const stage = githubStage(api, codeRequest('"corp.example" fork:true'));
    await stage.pass();
    const planted = LEAKY.flatMap(({ files }) => files).filter(({ path }) => path !== 'unrelated.txt');
    expect(stage.documents.map(({ path, bytes }) => [path, bytes])).toEqual(
      planted.map(({ path, content }) => [path, Buffer.from(content)]),
    );
    expect(stage.documents.find(({ path }) => path === 'dump.bin')?.bytes).toEqual(BINARY);
    expect(stage.total).toBe(4);
    expect(stage.answers.some(({ capped, incomplete }) => capped === true || incomplete === true)).toBe(false);
  });

  test('names repository, file and line as people expect them', async () => {
    const api = await startGithub();
    const stage = githubStage(api, codeRequest('"corp.example"'));
    await stage.pass();
    const [first, second] = stage.documents;
    expect(first?.reference).toMatchObject({
      key: '71:conf/app.env',
      version: expect.stringMatching(/^[0-9a-f]{40}$/),
      container: { key: '71', title: 'team/infra', owner: 'team', url: 'https://github.com/team/infra' },
    });
    expect(first?.urlAt(2)).toMatch(/^https:\/\/github\.com\/team\/infra\/blob\/[0-9a-f]{40}\/conf\/app\.env#L2$/);
    expect(second?.urlAt(1)).toMatch(/\/conf\/%C3%A9%20%231%3F\.yml#L1$/);
  });

  test.each(['code', 'repository'] as const)('by %s never reads a private repository that the account may see', async (by) => {
    const api = await startGithub({ repositories: LEAKY.map((one) => ({ ...one, private: one.id === 71 })) });
    const stage = githubStage(api, by === 'code' ? codeRequest('"corp.example"') : { ...codeRequest('corp.example'), by });
    await stage.pass();
    expect(stage.documents.filter(({ reference }) => reference.container.title === 'team/infra')).toEqual([]);
    expect(stage.documents).toHaveLength(1);
    expect(stage.total).toBe(stage.documents.length);
  });

  test('a file that changed is another version of the same document', async () => {
    const api = await startGithub();
    const stage = githubStage(api, codeRequest('"corp.example"'));
    await stage.pass();
    api.corpus.change(([infra, ...others]) => [
      ...(infra === undefined ? [] : [{ ...infra, files: [{ path: 'conf/app.env', content: 'HOST=db2.corp.example\n' }] }]),
      ...others,
    ]);
    await stage.pass();
    expect(stage.documents).toHaveLength(5);
    expect(stage.documents[4]?.reference.key).toBe(stage.documents[0]?.reference.key);
    expect(stage.documents[4]?.reference.version).not.toBe(stage.documents[0]?.reference.version);
  });

  test('counts requests by resource, and what answers say of the windows', async () => {
    const api = await startGithub({ limits: { code_search: 10, core: 5_000 } });
    const stage = githubStage(api, codeRequest('"corp.example"'));
    await stage.pass();
    expect(stage.access.spent).toEqual(['code_search', 'core', 'core', 'core', 'core']);
    expect(stage.access.windows.map(({ resource, window }) => [resource, window.remaining])).toEqual([
      ['code_search', 9],
      ...[4_999, 4_998, 4_997, 4_996].map((remaining) => ['core', remaining]),
    ]);
    for (const { resource, window } of stage.access.windows) expect(window.seconds).toBeLessThanOrEqual(resource === 'core' ? 3_601 : 61);
    expect(api.requests.every(({ headers }) => headers['authorization'] === `token ${SECRET}`)).toBe(true);
    expect(api.requests.map(({ path }) => path).join()).not.toContain(SECRET);
  });

  test('reads the best thousand of more, says so, and later passes reach the others', async () => {
    const api = await startGithub({ repositories: manyFiles(2_500, 'crowded word') });
    const stage = githubStage(api, codeRequest('"crowded word"'));
    await stage.pass({ fetches: false });
    expect(stage.named).toHaveLength(1_000);
    expect([stage.total, stage.answers[0]?.capped]).toEqual([2_500, true]);
    for (let pass = 0; pass < 12; pass += 1) await stage.pass({ fetches: false });
    expect(new Set(stage.named.map(({ key }) => key)).size).toBe(2_500);
  });

  test('a deep query of 50,000 results is read whole, each result once', async () => {
    const count = 50_000;
    const api = await startGithub({ repositories: manyFiles(count, 'crowded word') });
    const stage = githubStage(api, codeRequest('"crowded word" fork:true', true));
    await stage.pass({ fetches: false });
    expect(stage.named).toHaveLength(count);
    expect(new Set(stage.named.map(({ key }) => key)).size).toBe(count);
    expect(stage.total).toBe(count);
    expect(stage.answers.some(({ capped }) => capped)).toBe(false);
    // A page of each hundred results is the least.
    expect(api.requests.length).toBeLessThan((count / 100) * 1.6);
  });

  test('results that shift while pages are read are found by the next pass', async () => {
    const all = manyFiles(950, 'crowded word');
    let shifts = 3;
    const api = await startGithub({
      repositories: all,
      onRequest: (url) => {
        if (url.pathname !== '/search/code' || url.searchParams.get('page') === '1' || shifts === 0) return;
        shifts -= 1;
        api.corpus.change(([first, ...others]) => [...others, ...(first === undefined ? [] : [first])]);
      },
    });
    const stage = githubStage(api, codeRequest('"crowded word"', true));
    await stage.pass({ fetches: false });
    expect(new Set(stage.named.map(({ key }) => key)).size).toBeLessThan(950);
    await stage.pass({ fetches: false });
    expect(new Set(stage.named.map(({ key }) => key)).size).toBe(950);
  });

  test('an incomplete answer is passed on', async () => {
    const api = await startGithub();
    api.faults.timesOut = true;
    const stage = githubStage(api, codeRequest('"corp.example"'));
    await stage.pass();
    expect(stage.answers[0]?.incomplete).toBe(true);
  });

  test.each([codeRequest('"corp.example"', true), repositoryRequest('corp.example', true)])(
    'a deep search that GitHub gives up is divided: $by',
    async (request) => {
      const api = await startGithub({
        onRequest: ({ searchParams }) => void (api.faults.timesOut = !/size:|created:/.test(searchParams.get('q') ?? '')),
      });
      const stage = githubStage(api, request);
      await stage.pass();
      expect(stage.answers[0]).toMatchObject({ references: [], incomplete: false });
      expect(stage.answers.some(({ incomplete }) => incomplete)).toBe(false);
      expect(stage.documents.length).toBeGreaterThan(3);
    },
  );

  test('goes on after every step with a new instance', async () => {
    const api = await startGithub({ repositories: [...LEAKY, ...manyFiles(230, 'corp.example')] });
    const whole = githubStage(api, codeRequest('"corp.example"'));
    await whole.pass();
    let stage = githubStage(api, codeRequest('"corp.example"'));
    stage.begin();
    const paths: string[] = [];
    for (let steps = 0; await stage.step(); steps += 1) {
      paths.push(...stage.documents.map(({ reference }) => reference.key));
      stage = new SourceStage(sourceOf(api), codeRequest('"corp.example"'), new StageAccess(SECRET), stage.frontier);
    }
    expect(paths).toEqual(whole.documents.map(({ reference }) => reference.key));
  });
});
