import { afterEach, describe, expect, test } from '@jest/globals';
import { gistId, manyGists } from '@leakwatch/simulators';
import fc from 'fast-check';
import { SourceStage, StageAccess } from '../source-stage.fixture.ts';
import { closeGists, gist, gistSourceOf, gistStage, SECRET, STREAM, startGists } from './gist-stage.fixture.ts';

afterEach(closeGists);

const keysOf = (stage: SourceStage, from = 0): string[] =>
  stage.answers.slice(from).flatMap(({ references }) => references.map(({ key }) => key));

describe('the list of public gists', () => {
  test('is read whole by the first pass, then from what the last passes saw', async () => {
    const api = await startGists({ gists: manyGists(250, (at) => `note ${at}`) });
    const stage = gistStage(api);
    await stage.pass();
    expect(stage.documents.map(({ bytes }) => String(bytes)).sort()).toEqual(Array.from({ length: 250 }, (_, at) => `note ${at}`).sort());
    await stage.pass();
    const [listsBefore, answersBefore] = [api.requests.length, stage.answers.length];
    api.corpus.put(gist('aa', '2026-03-01T00:00:00Z', { 'a.txt': 'new' }));
    await stage.pass();
    expect(keysOf(stage, answersBefore)).toEqual(['aa']);
    expect(api.requests.slice(listsBefore).map(({ path }) => path.split('?')[0])).toEqual(['/gists/public', '/gists/aa']);
    expect(stage.answers.some(({ incomplete }) => incomplete)).toBe(false);
  });

  test('a pass with nothing new names only what is known', async () => {
    const api = await startGists({ gists: manyGists(130, (at) => `note ${at}`) });
    const stage = gistStage(api);
    await stage.pass();
    const before = api.requests.length;
    await stage.pass();
    expect(new Set(api.requests.slice(before).map(({ path }) => path.split('?')[0]))).toEqual(new Set(['/gists/public']));
    expect(stage.documents).toHaveLength(130);
  });

  test('a gist that changed is another version', async () => {
    const api = await startGists({ gists: [gist('aa', '2026-03-01T00:00:00Z', { a: 'one' })] });
    const stage = gistStage(api);
    await stage.pass();
    api.corpus.put(gist('aa', '2026-03-01T00:00:05Z', { a: 'two' }));
    await stage.pass();
    expect(stage.documents.map(({ bytes, reference }) => [String(bytes), reference.version])).toEqual([
      ['one', '2026-03-01T00:00:00.000Z'],
      ['two', '2026-03-01T00:00:05.000Z'],
    ]);
  });

  test('gists that come and go while pages are read are found by this pass or the next', async () => {
    const change = fc.record({ added: fc.nat({ max: 3 }), removed: fc.array(fc.nat({ max: 349 }), { maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 5 }), async (changes) => {
        const gists = manyGists(350, (at) => `note ${at}`);
        let [requests, number] = [0, 0];
        const present = new Set(gists.map(({ id }) => id));
        const api = await startGists({
          gists,
          onRequest: () => {
            const { added, removed } = changes[requests] ?? { added: 0, removed: [] };
            requests += 1;
            for (let count = 0; count < added; count += 1) {
              number += 1;
              const fresh = gist(`f${number}`, new Date(Date.parse('2026-06-01T00:00:00Z') + number * 1_000).toISOString(), { a: 'x' });
              present.add(fresh.id);
              api.corpus.put(fresh);
            }
            for (const at of removed) {
              const gone = gists[at];
              if (gone === undefined) continue;
              present.delete(gone.id);
              api.corpus.put({ ...gone, unlisted: true });
            }
          },
        });
        const stage = gistStage(api);
        await stage.pass({ fetches: false });
        await stage.pass({ fetches: false });
        const seen = new Set(keysOf(stage));
        expect([...present].filter((id) => !seen.has(id))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('more gists than the list holds are missed, and the pass says so', async () => {
    const api = await startGists({ gists: manyGists(10, () => 'x') });
    const stage = gistStage(api);
    await stage.pass({ fetches: false });
    await stage.pass({ fetches: false });
    api.corpus.put(...manyGists(3_050, () => 'y', '2026-02-01T00:00:00Z').map((one, at) => ({ ...one, id: gistId(10_000 + at) })));
    await stage.pass({ fetches: false });
    expect(stage.answers.filter(({ incomplete }) => incomplete)).toHaveLength(1);
    expect(stage.answers.at(-1)?.incomplete).toBe(true);
    await stage.pass({ fetches: false });
    expect(stage.answers.at(-1)?.incomplete).toBe(false);
  });

  test('a last page of the list that is short, because GitHub leaves deleted gists out, is its end all the same', async () => {
    const api = await startGists({ gists: manyGists(2_990, () => 'x', '2026-02-01T00:00:00Z') });
    const stage = gistStage(api);
    const [before, covered] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
    stage.frontier = { ...stage.frontier, state: { before, covered }, slices: [{ kind: 'list', page: 30, since: before, newest: null }] };
    await stage.step();
    expect(stage.answers.at(-1)).toMatchObject({ incomplete: true, more: [] });
  });

  test('a list that is full at the first pass is not incomplete', async () => {
    const api = await startGists({ gists: manyGists(3_100, () => 'x') });
    const stage = gistStage(api);
    await stage.pass({ fetches: false });
    expect(api.requests).toHaveLength(30);
    expect(stage.answers.some(({ incomplete }) => incomplete)).toBe(false);
  });

  test('an empty list keeps what was covered', async () => {
    const api = await startGists({ gists: [gist('aa', '2026-03-01T00:00:00Z', { a: 'one' })] });
    const stage = gistStage(api);
    await stage.pass();
    await stage.pass();
    await stage.pass();
    expect(stage.frontier.state).toEqual({ before: '2026-03-01T00:00:00Z', covered: '2026-03-01T00:00:00Z' });
  });

  test('goes on after every step with a new instance', async () => {
    const api = await startGists({ gists: manyGists(220, (at) => `note ${at}`) });
    let stage = gistStage(api);
    stage.begin();
    const keys: string[] = [];
    while (await stage.step()) {
      keys.push(...stage.documents.map(({ reference }) => reference.key));
      stage = new SourceStage(gistSourceOf(api), STREAM, new StageAccess(SECRET), stage.frontier);
    }
    expect([keys.length, new Set(keys).size]).toEqual([220, 220]);
  });

  test('is read without an account too', async () => {
    const api = await startGists({ gists: manyGists(3, () => 'x') });
    const stage = gistStage(api, STREAM, new StageAccess(null));
    await stage.pass();
    expect(stage.documents).toHaveLength(3);
    expect(api.requests.every(({ headers }) => headers['authorization'] === undefined)).toBe(true);
  });
});
