import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, rows, sql } from '@leakwatch/platform';
import { scriptedSource, ScriptedUpstream } from './testing/scripted-source.fixture.ts';
import { DIRECT, UnitStage, wordPattern } from './testing/unit-stage.fixture.ts';

describe('a unit, later', () => {
  let stage: UnitStage;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    stage = await UnitStage.open();
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    await stage.empty();
    stage.pool = DIRECT;
    upstream = new ScriptedUpstream();
    for (let n = 0; n < 10; n += 1) upstream.put(`doc-${n}`, `${n} holds a secret of corp`);
  });

  it.each([
    [undefined, 5],
    [7_200, 4],
  ])(
    'goes on with its pass after an hour and a half without accounts where its source keeps passes for so long (%s s)',
    async (passKeptSeconds, asks) => {
      const source = { ...scriptedSource(upstream), ...(passKeptSeconds !== undefined && { passKeptSeconds }) };
      const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
      await stage.launch(source, task);
      await stage.work(source, 1);
      await stage.inScope((em) => rows(em, sql`update crawler.unit set stepped_at = stepped_at - interval '90 minutes'`));
      await stage.work(source);
      expect(upstream.asks).toBe(asks);
      expect(await stage.findings()).toHaveLength(10);
    },
  );

  it('reads every document where the title of one was cut in the middle of a character', async () => {
    const plain = scriptedSource(upstream);
    const source: typeof plain = {
      ...plain,
      ask: async (asked, context) => {
        const answer = await plain.ask(asked, context);
        const [first, ...others] = answer.references;
        if (first === undefined) return answer;
        const container = { ...first.container, title: 'cut \ud83d' };
        return { ...answer, references: [{ ...first, container }, ...others], state: { asked: 'cut \ud83d' } };
      },
    };
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
    await stage.launch(source, task);
    await stage.work(source);
    expect(await stage.findings()).toHaveLength(10);
  });

  it('tries a document that was gone once more when it is named on a later day', async () => {
    const source = scriptedSource(upstream);
    const hidden = upstream.documents.get('doc-4');
    upstream.before = (request, key) => {
      if (request === 'fetch' && key === 'doc-4') upstream.documents.delete(key);
    };
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
    const pass = async () => {
      await stage.launch(source, task);
      await stage.work(source);
      return upstream.fetched.filter((key) => key === 'doc-4').length;
    };
    const showAgain = () => hidden !== undefined && upstream.documents.set('doc-4', hidden);
    expect(await pass()).toBe(1);
    showAgain();
    expect(await pass()).toBe(1);
    expect((await stage.passes()).get('secret')).toMatchObject({ read: 9, unread: { gone: 1 } });
    await stage.inScope((em) => rows(em, sql`update crawler.document set seen_on = current_date - 1`));
    expect(await pass()).toBe(2);
    expect(await stage.findings()).toHaveLength(9);
    // It is there again.
    upstream.before = () => undefined;
    showAgain();
    expect(await pass()).toBe(2);
    await stage.inScope((em) => rows(em, sql`update crawler.document set seen_on = current_date - 1`));
    expect(await pass()).toBe(3);
    expect(await stage.findings()).toHaveLength(10);
    expect((await stage.passes()).get('secret')).toMatchObject({ returned: 10, read: 10, unread: {} });
  });

  it('finds everything in a document that was gone, and is there again when it is read for a pattern that was added', async () => {
    const source = scriptedSource(upstream);
    const hidden = upstream.documents.get('doc-4');
    upstream.before = (request, key) => {
      if (request === 'fetch' && key === 'doc-4') upstream.documents.delete(key);
    };
    const [secret, corp] = [wordPattern('secret'), wordPattern('corp')];
    const task = await stage.save(source, { task_id: newId(), patterns: [secret] });
    await stage.launch(source, task);
    await stage.work(source);
    expect((await stage.findings()).map(({ path }) => path)).not.toContain('doc-4');
    upstream.before = () => undefined;
    if (hidden !== undefined) upstream.documents.set('doc-4', hidden);
    // On the same day.
    await stage.launch(source, await stage.save(source, { task_id: task.task_id, patterns: [secret, corp] }));
    await stage.work(source);
    const found = (await stage.findings()).map(({ pattern, path }) => `${pattern.text} ${path}`);
    expect([found.length, new Set(found).size]).toEqual([20, 20]);
  });

  it.each([
    ['has just ended', 1_000],
    ['is under way', 2],
  ])(
    'is read again for a pattern that is added when its pass for another organisation %s, and its launch waits for that',
    async (_, steps) => {
      const source = scriptedSource(upstream);
      const first = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
      await stage.launch(source, first);
      await stage.work(source, steps);
      const second = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
      const launch = await stage.launch(source, second, 60);
      for (let rounds = 0; rounds < 3; rounds += 1) {
        await stage.report(source);
        const { ends } = await stage.reports(launch);
        const found = (await stage.findings()).filter(({ task_id }) => task_id === second.task_id);
        if (ends.length > 0) expect(found).toHaveLength(10);
        await stage.work(source);
      }
      await stage.report(source);
      expect((await stage.reports(launch)).ends).toMatchObject([{ outcome: 'done' }]);
      const findings = await stage.findings();
      for (const task of [first, second]) {
        const paths = findings.filter(({ task_id }) => task_id === task.task_id).map(({ path }) => path);
        expect([paths.length, new Set(paths).size]).toEqual([10, 10]);
      }
    },
  );
});
