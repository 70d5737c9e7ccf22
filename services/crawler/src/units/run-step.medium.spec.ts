import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseNow, newId, rows, sql } from '@leakwatch/platform';
import { withClock } from '@leakwatch/testing';
import { UpstreamError } from '../accounts/upstream-error.ts';
import type { UnitSource } from '../sources/unit-source.port.ts';
import { scriptedSource, ScriptedUpstream } from './testing/scripted-source.fixture.ts';
import { DIRECT, UnitStage, wordPattern } from './testing/unit-stage.fixture.ts';
import { releaseUnit } from './unit.store.ts';

const never = new AbortController().signal;

describe('a pass over a unit', () => {
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
    upstream.put('other', 'nothing of interest');
  });

  const found = async () => (await stage.findings()).map(({ path, task_id, pattern }) => `${path} ${task_id} ${pattern.text}`).sort();

  it('reads every document that the upstream names once, and counts what it asked for and got', async () => {
    const source = scriptedSource(upstream);
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
    const launch = await stage.launch(source, task);
    await stage.work(source);
    expect(await found()).toEqual(Array.from({ length: 10 }, (_, n) => `doc-${n} ${task.task_id} secret`));
    expect((await stage.passes()).get('secret')).toMatchObject({
      asked: 4,
      total: 10,
      returned: 10,
      read: 10,
      unread: {},
      incomplete: false,
    });
    const [finding] = await stage.findings();
    expect(finding).toMatchObject({ launch_id: launch, source_type: 'github', file_url: 'https://scripted.example/doc-0#1', line: 1 });

    await stage.launch(source, task);
    await stage.work(source);
    expect([upstream.asks, upstream.fetched.length]).toEqual([8, 10]);
    expect(await found()).toHaveLength(10);
    expect((await stage.passes()).get('secret')).toMatchObject({ asked: 4, total: 10, returned: 10, read: 10 });
  });

  it('says when it found something by the time of the database, whatever the clock of the crawler', async () => {
    const source = scriptedSource(upstream);
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
    await stage.launch(source, task);
    const time = () => stage.inScope(databaseNow);
    const before = await time();
    await withClock(-60, () => stage.work(source));
    const [after, findings] = [await time(), await stage.findings()];
    expect(findings).toHaveLength(10);
    for (const { found_at } of findings) expect([before.toISOString() <= found_at, found_at <= after.toISOString()]).toEqual([true, true]);
  });

  it('is shared: tasks of several organisations cost one request and one fetch, and each gets its own findings', async () => {
    const source = scriptedSource(upstream);
    const tasks = await Promise.all(
      [newId(), newId(), newId()].map((organisation_id) =>
        stage.save(source, { task_id: newId(), organisation_id, patterns: [wordPattern('secret'), wordPattern('corp')] }),
      ),
    );
    for (const task of tasks) await stage.launch(source, task, 60);
    await stage.work(source);
    // Two queries of four pages; both name the same documents.
    expect([upstream.asks, upstream.fetched.length]).toEqual([8, 10]);
    const findings = await stage.findings();
    expect(findings).toHaveLength(10 * 2 * 3);
    const owner = new Map(tasks.map((task) => [task.task_id, task.organisation_id]));
    for (const finding of findings) expect(finding.organisation_id).toBe(owner.get(finding.task_id));
    // A document that two patterns match is kept once, and for each organisation apart.
    const objects = new Set(findings.map(({ content }) => content?.object ?? 'none'));
    expect([objects.size, objects.has('none')]).toEqual([10 * 3, false]);
  });

  it('a pattern that is added meets documents that are known, and finds nothing of the others again', async () => {
    const source = scriptedSource(upstream);
    const first = wordPattern('secret');
    const task = await stage.save(source, { task_id: newId(), patterns: [first] });
    await stage.launch(source, task);
    await stage.work(source);
    const before = await found();
    const second = wordPattern('corp');
    const changed = await stage.save(source, { task_id: task.task_id, patterns: [first, second] });
    await stage.launch(source, changed);
    await stage.work(source);
    expect((await found()).filter((one) => !before.includes(one))).toEqual(
      Array.from({ length: 10 }, (_, n) => `doc-${n} ${task.task_id} corp`),
    );
    expect(await found()).toHaveLength(20);
  });

  it('a pass with a pattern that was added begins without the state, which may leave out what the others have met', async () => {
    const plain = scriptedSource(upstream);
    const planned: unknown[] = [];
    const source = { ...plain, plan: (request: unknown, state: unknown) => (planned.push(state), plain.plan(request, state)) };
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
    for (let passes = 0; passes < 2; passes += 1) {
      await stage.launch(source, task);
      await stage.work(source);
    }
    const other = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
    await stage.launch(source, other);
    await stage.work(source);
    expect(planned).toEqual([undefined, { asked: 3 }, undefined]);
    expect((await stage.findings()).filter(({ task_id }) => task_id === other.task_id)).toHaveLength(10);
  });

  it('a document that changes between its naming and its reading is found once, whichever units named it', async () => {
    const source = scriptedSource(upstream);
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret'), wordPattern('corp')] });
    await stage.launch(source, task);
    // Both units name the first version before either reads it.
    upstream.before = (request, key) => {
      if (request === 'fetch' && key === 'doc-0') throw new UpstreamError('unavailable');
    };
    await stage.work(source, 2);
    upstream.put('doc-0', 'a new secret of corp');
    upstream.before = () => undefined;
    await stage.work(source);
    await stage.launch(source, task);
    await stage.work(source);
    const ofIt = (await stage.findings())
      .filter(({ path }) => path === 'doc-0')
      .map(({ pattern, document }) => `${pattern.text} ${document.version}`);
    expect(ofIt.sort()).toEqual(['corp 2', 'secret 2']);
  });

  it('a document that changed is read again', async () => {
    const source = scriptedSource(upstream);
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
    await stage.launch(source, task);
    await stage.work(source);
    upstream.put('doc-3', 'another secret');
    upstream.put('doc-new', 'a new secret');
    await stage.launch(source, task);
    await stage.work(source);
    expect(upstream.fetched.slice(10).sort()).toEqual(['doc-3', 'doc-new']);
    expect(await found()).toHaveLength(12);
  });

  it('a limit of a resource that other units do not need makes this unit wait alone', async () => {
    const source = scriptedSource(upstream);
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret'), wordPattern('corp')] });
    await stage.launch(source, task);
    upstream.before = (request, key) => {
      if (request === 'ask' && key.startsWith('corp')) throw new UpstreamError('limited', { seconds: 600, resource: 'names' });
    };
    for (let steps = 0; steps < 12; steps += 1) {
      const unit = await stage.lease(source);
      if (unit === undefined) break;
      expect(await stage.runner().run(source, unit, 0, never)).toEqual({});
      await stage.inScope((em) => releaseUnit(em, unit));
    }
    const waits = await stage.inScope((em) =>
      rows(
        em,
        sql<{ key: string; waits: boolean }>`select key, next_at > now() + interval '4 minutes' as waits from crawler.unit order by key`,
      ),
    );
    expect(waits).toEqual([
      { key: 'corp', waits: true },
      { key: 'secret', waits: false },
    ]);
    expect((await stage.passes()).get('secret')).toMatchObject({ returned: 10 });
  });

  it('a document that cannot be read is counted with its reason, and the others are read', async () => {
    const source = scriptedSource(upstream);
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
    await stage.launch(source, task);
    upstream.before = (request, key) => {
      if (request === 'fetch' && key === 'doc-4') throw new UpstreamError('unavailable');
      if (request === 'fetch' && key === 'doc-5') throw new UpstreamError('query_refused');
      if (request === 'fetch' && key === 'doc-9') upstream.documents.delete('doc-9');
    };
    await stage.work(source);
    expect(await found()).toHaveLength(7);
    expect((await stage.passes()).get('secret')).toMatchObject({
      returned: 10,
      read: 7,
      unread: { unavailable: 1, query_refused: 1, gone: 1 },
    });
  });

  it('a query that the upstream refuses fails the launch with its code', async () => {
    const source = scriptedSource(upstream);
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
    const launch = await stage.launch(source, task);
    upstream.before = () => {
      throw new UpstreamError('query_refused', { text: 'HTTP 422' });
    };
    await stage.work(source);
    await stage.report(source);
    expect((await stage.reports(launch)).ends).toMatchObject([
      { outcome: 'failed', error_code: 'query_refused', units: { failed: 1, failing_since: expect.any(String) } },
    ]);
    expect(upstream.asks).toBe(1);
  });

  it('a task that is started again at once gets a launch of its own: the one before ends', async () => {
    const source = scriptedSource(upstream);
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
    const before = await stage.launch(source, task);
    await stage.save(source, { task_id: task.task_id, running: false });
    const again = await stage.save(source, { task_id: task.task_id, running: true });
    await stage.report(source);
    expect((await stage.reports(before)).ends).toMatchObject([{ outcome: 'cancelled' }]);
    const after = await stage.launch(source, again);
    await stage.work(source);
    await stage.report(source);
    expect((await stage.reports(after)).ends).toMatchObject([{ outcome: 'done' }]);
    expect(await found()).toHaveLength(10);
  });

  it('after a failure of a proxy prefers one that is known to work, also for the documents', async () => {
    const source: UnitSource = { ...scriptedSource(upstream), accounts: 'required' };
    const task = await stage.save(source, { task_id: newId(), patterns: [wordPattern('secret')] });
    const asked: (boolean | undefined)[] = [];
    stage.pool = {
      withAccess: (wanted, work) => {
        asked.push(wanted.proxyFailed);
        return asked.length === 1 ? Promise.reject(new UpstreamError('proxy_failed')) : DIRECT.withAccess(wanted, work);
      },
    };
    await stage.launch(source, task);
    await stage.work(source);
    expect(asked.slice(0, 3)).toEqual([false, true, true]);
    expect(await found()).toHaveLength(10);
  });

  it('what is read with accounts of an organisation meets the patterns of that organisation alone', async () => {
    const source = scriptedSource(upstream);
    const own = newId();
    await stage.inScope((em) =>
      rows(em, sql`insert into crawler.own_access (organisation_id, source_type, version, owns) values (${own}::uuid, 'github', 1, true)`),
    );
    const mine = await stage.save(source, { task_id: newId(), organisation_id: own, patterns: [wordPattern('secret')] });
    const other = await stage.save(source, { task_id: newId(), patterns: [wordPattern('corp')] });
    const asked: (readonly string[])[] = [];
    stage.pool = {
      withAccess: (wanted, work) => {
        asked.push(wanted.organisations);
        return DIRECT.withAccess(wanted, work);
      },
    };
    await stage.launch(source, mine);
    await stage.work(source);
    expect(new Set(asked.map((some) => some.join()))).toEqual(new Set([own]));
    expect(new Set((await stage.findings()).map((finding) => finding.task_id))).toEqual(new Set([mine.task_id]));
    await stage.launch(source, other);
    await stage.work(source);
    const paths = async (task: string) => (await stage.findings()).filter((finding) => finding.task_id === task).map(({ path }) => path);
    expect(await paths(other.task_id)).toHaveLength(10);
    // What anybody may read meets every organisation's patterns: the same documents, whose events are the same.
    expect(new Set(await paths(mine.task_id)).size).toBe(10);
  });
});
