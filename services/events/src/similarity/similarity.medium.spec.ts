import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeOneStatus, listSimilar } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { PurgeDeletedEvents } from '../deletion/purge-deleted-events.ts';
import { ExamineStoredEvents } from '../detectors/examine-stored-events.ts';
import { makeOwner, publishOrganisation } from '../events.fixture.ts';
import { AWS, lines, openSimilarity } from './similarity.fixture.ts';
import { SweepTexts } from './sweep-texts.ts';

/** Joined here, so that scanners of this repository do not report it. */
const OTHER_AWS = ['AKIA', 'ZZ3E4R5T6Y7U2I3Q'].join('');

describe('similar events', () => {
  let stage: Awaited<ReturnType<typeof openSimilarity>>;
  beforeAll(async () => {
    stage = await openSimilarity();
  });
  afterAll(() => stage.events.close());

  it('hold the same secret whatever surrounds it, or nearly the same text, also in other tasks and sources', async () => {
    const owner = await makeOwner(stage.events);
    const second = { ...owner.of, task_id: randomUUID() };
    await stage.events.publishTask(second);
    const code = lines(1);
    await stage.find(owner, {
      'secret-a': [...lines(2), `key = "${AWS}"`].join('\n'),
      copied: code.join('\n'),
      unrelated: lines(3).join('\n'),
      short: 'romashka vpn',
      'short-too': 'romashka vpn',
    });
    await stage.find(
      { of: second },
      { 'secret-b': `aws: ${AWS}` },
      { source_type: 'telegram', container: { key: 'c', title: 'chat', url: 'https://t.me/c', owner: '' } },
    );
    await stage.find(
      { of: second },
      { indented: code.map((line) => `    ${line.toUpperCase()}`).join('\r\n'), edited: [...code.slice(0, -1), 'return'].join('\n') },
    );
    expect(await stage.whys(owner.user, 'secret-a')).toEqual(['secret-b same_secret']);
    expect(await stage.whys(owner.user, 'secret-b')).toEqual(['secret-a same_secret']);
    expect(await stage.whys(owner.user, 'copied')).toEqual(['edited near_text', 'indented near_text']);
    expect(await stage.whys(owner.user, 'unrelated')).toEqual([]);
    expect(await stage.whys(owner.user, 'short')).toEqual([]);
    const { results, count } = await stage.similarTo(owner.user, 'copied');
    expect(count).toBe(2);
    expect(results[0]).toMatchObject({ file_path: 'indented', resemblance: 1 });
    expect(results[1]?.resemblance).toBeGreaterThan(0.5);
    expect((await stage.rowAt(owner.user, 'copied')).sim_count).toBe(2);
    expect((await stage.rowAt(owner.user, 'unrelated')).sim_count).toBe(0);
    const { id } = await stage.rowAt(owner.user, 'copied');
    const filtered = await stage.events.list(owner.user, `&similar_to=${id}`);
    expect([filtered.count, ...filtered.results.map(({ file_path }) => file_path).sort()]).toEqual([2, 'edited', 'indented']);
    const second_page = await stage.similarTo(owner.user, 'copied', '?limit=1&offset=1');
    expect([second_page.count, second_page.results.length, second_page.results[0]?.file_path]).toEqual([2, 1, 'edited']);
  });

  it('of a template with other secrets are none', async () => {
    const owner = await makeOwner(stage.events);
    const around = (key: string) => [...lines(4), `AWS_ACCESS_KEY_ID=${key}`].join('\n');
    await stage.find(owner, {
      first: around(AWS),
      second: around(OTHER_AWS),
      third: around(AWS).toLowerCase().replace(AWS.toLowerCase(), AWS),
    });
    expect(await stage.whys(owner.user, 'first')).toEqual(['third same_secret near_text']);
    expect(await stage.whys(owner.user, 'second')).toEqual([]);
  });

  it('of the same file are counted apart, and listed on demand', async () => {
    const owner = await makeOwner(stage.events);
    await stage.find(owner, { file: [...lines(5), AWS].join('\n') });
    await stage.find(owner, { file: [...lines(6), AWS].join('\n') });
    await stage.find(owner, { elsewhere: [...lines(7), AWS].join('\n') });
    expect((await stage.rowAt(owner.user, 'elsewhere')).sim_count).toBe(2);
    const inFile = (await stage.events.list(owner.user)).results.filter(({ file_path }) => file_path === 'file');
    expect(inFile.map(({ same_file, sim_count }) => [same_file, sim_count])).toEqual([
      [true, 1],
      [true, 1],
    ]);
    expect(await stage.whys(owner.user, 'file')).toEqual(['elsewhere same_secret']);
    expect(await stage.whys(owner.user, 'file', '?same_file=true')).toEqual(['elsewhere same_secret', 'file same_secret same_file']);
    expect(await stage.whys(owner.user, 'elsewhere', '?same_file=true')).toEqual(['file same_secret', 'file same_secret']);
  });

  it('are never those of another organisation, whose events answer as ones that do not exist', async () => {
    const owner = await makeOwner(stage.events);
    const other = await makeOwner(stage.events);
    const text = [...lines(8), AWS].join('\n');
    await stage.find(owner, { ours: text });
    await stage.find(other, { theirs: text });
    expect(await stage.whys(owner.user, 'ours')).toEqual([]);
    const staff = testCaller(randomUUID(), { staff: true });
    expect((await stage.events.list(staff, `&org=${owner.of.organisation_id}`)).results.map(({ sim_count }) => sim_count)).toEqual([0]);
    const theirs = await stage.rowAt(other.user, 'theirs');
    const [foreign, missing] = await Promise.all(
      [theirs.id, randomUUID()].map((id) => stage.events.get(owner.user, listSimilar.path.replace('{id}', id))),
    );
    expect([foreign, missing].map((answer) => [answer?.statusCode, { ...answer?.json(), request_id: '' }])).toEqual([
      [404, { code: 'not_found', message: 'not_found', request_id: '' }],
      [404, { code: 'not_found', message: 'not_found', request_id: '' }],
    ]);
    expect((await stage.events.list(owner.user, `&similar_to=${theirs.id}`)).count).toBe(0);
    const hashes = await stage.read(
      sql<{
        hash: string;
      }>`select distinct hash from events.event_secret where organisation_id = any (${[owner.of.organisation_id, other.of.organisation_id]}::uuid[])`,
    );
    expect(hashes).toHaveLength(2);
  });

  it('change their status together where that is asked for, and no others', async () => {
    const owner = await makeOwner(stage.events);
    await publishOrganisation(stage.events, owner.of.organisation_id);
    await stage.find(owner, { one: [...lines(9), AWS].join('\n') });
    await stage.find(owner, { one: [...lines(10), OTHER_AWS].join('\n'), two: `x ${AWS}`, three: `y ${AWS}`, four: lines(11).join('\n') });
    const chosen = (await stage.events.list(owner.user)).results.find(({ file_path, sim_count }) => file_path === 'one' && sim_count === 2);
    const change = (body: object) => stage.events.call(owner.user, 'POST', changeOneStatus.path.replace('{id}', chosen?.id ?? ''), body);
    expect((await change({ status: 'in_progress' })).json()).toMatchObject({ changed: 1 });
    expect((await change({ status: 'fixed', simular: true })).json()).toMatchObject({ changed: 3, skipped: [] });
    const statuses = async () =>
      (await stage.events.list(owner.user)).results.map(({ file_path, status }) => `${file_path} ${status}`).sort();
    expect(await statuses()).toEqual(['four open', 'one fixed', 'one open', 'three fixed', 'two fixed']);
    expect((await change({ status: 'false', simular: true, same_file: true })).json()).toMatchObject({ changed: 4 });
    expect(await statuses()).toEqual(['four open', 'one false', 'one false', 'three false', 'two false']);
  });

  it('show that one was marked as false, and stay open', async () => {
    const owner = await makeOwner(stage.events);
    await publishOrganisation(stage.events, owner.of.organisation_id);
    const code = lines(12);
    await stage.find(owner, { known: code.join('\n') });
    const known = await stage.rowAt(owner.user, 'known');
    await stage.events.call(owner.user, 'POST', changeOneStatus.path.replace('{id}', known.id), { status: 'false' });
    await stage.find(owner, { fresh: [...code.slice(1), 'more'].join('\n') });
    expect(await stage.rowAt(owner.user, 'fresh')).toMatchObject({ status: 'open', similar_to_false: known.id });
    expect(await stage.rowAt(owner.user, 'known')).toMatchObject({ status: 'false', similar_to_false: null });
  });

  it('are found for events that were stored before, in the background', async () => {
    const owner = await makeOwner(stage.events);
    const text = [...lines(13), AWS].join('\n');
    await stage.find(owner, { before: text, also: text.toUpperCase() });
    await stage.read(sql`delete from events.event_secret where organisation_id = ${owner.of.organisation_id}`);
    await stage.read(sql`update events.event set text_id = null where organisation_id = ${owner.of.organisation_id}`);
    expect(await stage.whys(owner.user, 'before')).toEqual([]);
    await stage.read(sql`update events.detector_set set revision = revision + 1, examined = false, examined_to = null`);
    await stage.events.app.get(ExamineStoredEvents).run(1, 1_000);
    await stage.link();
    expect(await stage.whys(owner.user, 'before')).toEqual(['also same_secret near_text']);
  });

  it('leave nothing behind when they are deleted with their task', async () => {
    const owner = await makeOwner(stage.events);
    const kept = { ...owner.of, task_id: randomUUID() };
    await stage.events.publishTask(kept);
    const code = lines(14);
    await stage.find(owner, { gone: code.join('\n'), gone2: [...code.slice(1), AWS].join('\n'), again: lines(15).join('\n') });
    await stage.find({ of: kept }, { stays: [...code.slice(0, -1), 'x'].join('\n') });
    // Found again with other lines around: the event keeps its text, and the new one belongs to no event.
    const lines_hash = createHash('sha256').update(lines(15).join('\n')).digest('hex');
    await stage.find(owner, { again: lines(16).join('\n') }, { lines_hash });
    expect(await stage.whys(owner.user, 'stays')).toEqual(['gone near_text']);
    expect(await stage.whys(owner.user, 'gone2')).toEqual(['gone near_text', 'stays near_text']);
    await stage.events.deleteTask(owner.of);
    expect(await stage.whys(owner.user, 'stays')).toEqual([]);
    await stage.events.app.get(PurgeDeletedEvents).run(new Date(Date.now() + 31 * 86_400_000));
    await stage.events.app.get(SweepTexts).run();
    const of = owner.of.organisation_id;
    const left = await stage.read(sql<{ name: string; count: number }>`
      select 'texts' as name, count(*)::int as count from events.similar_text where organisation_id = ${of}
      union all select 'links', count(*)::int from events.text_link where organisation_id = ${of}
      union all select 'fingerprints', count(distinct text_id)::int from events.text_fingerprint where organisation_id = ${of}
      union all select 'secrets', count(*)::int from events.event_secret where organisation_id = ${of}
      union all select 'reviews', count(*)::int from events.text_review where organisation_id = ${of}`);
    expect(Object.fromEntries(left.map(({ name, count }) => [name, count]))).toEqual({
      texts: 1,
      links: 0,
      fingerprints: 1,
      secrets: 0,
      reviews: 0,
    });
  });
});
