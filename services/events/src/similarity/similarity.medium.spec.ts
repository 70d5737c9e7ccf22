import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeOneStatus, type Finding, findingsV1, listSimilar } from '@leakwatch/contracts';
import { type Caller, CONSUMER, outgoing, rows, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { PurgeDeletedEvents } from '../deletion/purge-deleted-events.ts';
import { ExamineStoredEvents } from '../detectors/examine-stored-events.ts';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';
import { makeFinding } from '../intake/findings.fixture.ts';
import { LinkTexts } from './link-texts.ts';
import { SweepTexts } from './sweep-texts.ts';

/** Joined here, so that scanners of this repository do not report them. */
const AWS = ['AKIA', 'Q2W3E4R5T6Y7U2I3'].join('');
const OTHER_AWS = ['AKIA', 'ZZ3E4R5T6Y7U2I3Q'].join('');
/** Some lines as of source; other ones for each number. */
const lines = (nth: number, count = 10): readonly string[] =>
  Array.from({ length: count }, (_, at) => {
    const word = (part: number) =>
      createHash('sha256')
        .update(`${nth} ${at} ${part}`)
        .digest('base64')
        .replaceAll(/[^a-z]/g, '')
        .slice(0, 7);
    return `  ${word(1)}.${word(2)}(${word(3)}, ${word(4)});`;
  });
const excerptOf = (text: string) => ({ text, segments: [{ at: 0, line: 1 }], highlights: [], truncated: false });

type Owner = Awaited<ReturnType<typeof makeOwner>>;

describe('similar events', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  beforeAll(async () => {
    events = await openEvents();
  });
  afterAll(() => events.close());

  const find = async ({ of }: Pick<Owner, 'of'>, texts: Readonly<Record<string, string>>, change: Partial<Finding> = {}) => {
    await events.publish(
      Object.entries(texts).map(([path, text]) =>
        outgoing(
          findingsV1,
          makeFinding({ ...of, path, excerpt: excerptOf(text), lines_hash: createHash('sha256').update(text).digest('hex'), ...change }),
        ),
      ),
    );
    await events.settled();
    await link();
  };
  const link = async () => {
    // The service links too: a page that it has locked is left to it.
    await events.app.get(LinkTexts).run();
    for (;;) {
      const waiting = await read(sql<{ id: string }>`select id from events.similar_text where not linked`);
      if (waiting.length === 0) return;
      await events.app.get(LinkTexts).run();
    }
  };
  const read = <T>(query: ReturnType<typeof sql<T>>) => events.foundation.database.inScope(CONSUMER, (em) => rows(em, query));
  const rowAt = async (user: Caller, path: string) => {
    const row = (await events.list(user)).results.find((one) => one.file_path === path);
    if (row === undefined) throw new Error(`no event at ${path}`);
    return row;
  };
  const similarTo = async (user: Caller, path: string, query = '') => {
    const { id } = await rowAt(user, path);
    const answer = await events.get(user, `${listSimilar.path.replace('{id}', id)}${query}`);
    expect(answer.statusCode).toBe(200);
    return listSimilar.answer.parse(answer.json());
  };
  const whys = async (user: Caller, path: string, query = '') =>
    (await similarTo(user, path, query)).results.map(({ file_path, reasons }) => [file_path, ...reasons].join(' ')).sort();

  it('hold the same secret whatever surrounds it, or nearly the same text, also in other tasks and sources', async () => {
    const owner = await makeOwner(events);
    const second = { ...owner.of, task_id: randomUUID() };
    await events.publishTask(second);
    const code = lines(1);
    await find(owner, {
      'secret-a': [...lines(2), `key = "${AWS}"`].join('\n'),
      copied: code.join('\n'),
      unrelated: lines(3).join('\n'),
      short: 'romashka vpn',
      'short-too': 'romashka vpn',
    });
    await find(
      { of: second },
      { 'secret-b': `aws: ${AWS}` },
      { source_type: 'telegram', container: { key: 'c', title: 'chat', url: 'https://t.me/c', owner: '' } },
    );
    await find(
      { of: second },
      { indented: code.map((line) => `    ${line.toUpperCase()}`).join('\r\n'), edited: [...code.slice(0, -1), 'return'].join('\n') },
    );
    expect(await whys(owner.user, 'secret-a')).toEqual(['secret-b same_secret']);
    expect(await whys(owner.user, 'secret-b')).toEqual(['secret-a same_secret']);
    expect(await whys(owner.user, 'copied')).toEqual(['edited near_text', 'indented near_text']);
    expect(await whys(owner.user, 'unrelated')).toEqual([]);
    expect(await whys(owner.user, 'short')).toEqual([]);
    const { results, count } = await similarTo(owner.user, 'copied');
    expect(count).toBe(2);
    expect(results[0]).toMatchObject({ file_path: 'indented', resemblance: 1 });
    expect(results[1]?.resemblance).toBeGreaterThan(0.5);
    expect((await rowAt(owner.user, 'copied')).sim_count).toBe(2);
    expect((await rowAt(owner.user, 'unrelated')).sim_count).toBe(0);
    const { id } = await rowAt(owner.user, 'copied');
    const filtered = await events.list(owner.user, `&similar_to=${id}`);
    expect([filtered.count, ...filtered.results.map(({ file_path }) => file_path).sort()]).toEqual([2, 'edited', 'indented']);
    const second_page = await similarTo(owner.user, 'copied', '?limit=1&offset=1');
    expect([second_page.count, second_page.results.length, second_page.results[0]?.file_path]).toEqual([2, 1, 'edited']);
  });

  it('of a template with other secrets are none', async () => {
    const owner = await makeOwner(events);
    const around = (key: string) => [...lines(4), `AWS_ACCESS_KEY_ID=${key}`].join('\n');
    await find(owner, { first: around(AWS), second: around(OTHER_AWS), third: around(AWS).toLowerCase().replace(AWS.toLowerCase(), AWS) });
    expect(await whys(owner.user, 'first')).toEqual(['third same_secret near_text']);
    expect(await whys(owner.user, 'second')).toEqual([]);
  });

  it('of the same file are counted apart, and listed on demand', async () => {
    const owner = await makeOwner(events);
    await find(owner, { file: [...lines(5), AWS].join('\n') });
    await find(owner, { file: [...lines(6), AWS].join('\n') });
    await find(owner, { elsewhere: [...lines(7), AWS].join('\n') });
    expect((await rowAt(owner.user, 'elsewhere')).sim_count).toBe(2);
    const inFile = (await events.list(owner.user)).results.filter(({ file_path }) => file_path === 'file');
    expect(inFile.map(({ same_file, sim_count }) => [same_file, sim_count])).toEqual([
      [true, 1],
      [true, 1],
    ]);
    expect(await whys(owner.user, 'file')).toEqual(['elsewhere same_secret']);
    expect(await whys(owner.user, 'file', '?same_file=true')).toEqual(['elsewhere same_secret', 'file same_secret same_file']);
    expect(await whys(owner.user, 'elsewhere', '?same_file=true')).toEqual(['file same_secret', 'file same_secret']);
  });

  it('are never those of another organisation, whose events answer as ones that do not exist', async () => {
    const owner = await makeOwner(events);
    const other = await makeOwner(events);
    const text = [...lines(8), AWS].join('\n');
    await find(owner, { ours: text });
    await find(other, { theirs: text });
    expect(await whys(owner.user, 'ours')).toEqual([]);
    const staff = testCaller(randomUUID(), { staff: true });
    expect((await events.list(staff, `&org=${owner.of.organisation_id}`)).results.map(({ sim_count }) => sim_count)).toEqual([0]);
    const theirs = await rowAt(other.user, 'theirs');
    const [foreign, missing] = await Promise.all(
      [theirs.id, randomUUID()].map((id) => events.get(owner.user, listSimilar.path.replace('{id}', id))),
    );
    expect([foreign, missing].map((answer) => [answer?.statusCode, { ...answer?.json(), request_id: '' }])).toEqual([
      [404, { code: 'not_found', message: 'not_found', request_id: '' }],
      [404, { code: 'not_found', message: 'not_found', request_id: '' }],
    ]);
    expect((await events.list(owner.user, `&similar_to=${theirs.id}`)).count).toBe(0);
    const hashes = await read(
      sql<{
        hash: string;
      }>`select distinct hash from events.event_secret where organisation_id = any (${[owner.of.organisation_id, other.of.organisation_id]}::uuid[])`,
    );
    expect(hashes).toHaveLength(2);
  });

  it('change their status together where that is asked for, and no others', async () => {
    const owner = await makeOwner(events);
    await publishOrganisation(events, owner.of.organisation_id);
    await find(owner, { one: [...lines(9), AWS].join('\n') });
    await find(owner, { one: [...lines(10), OTHER_AWS].join('\n'), two: `x ${AWS}`, three: `y ${AWS}`, four: lines(11).join('\n') });
    const chosen = (await events.list(owner.user)).results.find(({ file_path, sim_count }) => file_path === 'one' && sim_count === 2);
    const change = (body: object) => events.call(owner.user, 'POST', changeOneStatus.path.replace('{id}', chosen?.id ?? ''), body);
    expect((await change({ status: 'in_progress' })).json()).toMatchObject({ changed: 1 });
    expect((await change({ status: 'fixed', simular: true })).json()).toMatchObject({ changed: 3, skipped: [] });
    const statuses = async () => (await events.list(owner.user)).results.map(({ file_path, status }) => `${file_path} ${status}`).sort();
    expect(await statuses()).toEqual(['four open', 'one fixed', 'one open', 'three fixed', 'two fixed']);
    expect((await change({ status: 'false', simular: true, same_file: true })).json()).toMatchObject({ changed: 4 });
    expect(await statuses()).toEqual(['four open', 'one false', 'one false', 'three false', 'two false']);
  });

  it('are not closed with a template of them that holds no secret', async () => {
    const owner = await makeOwner(events);
    await publishOrganisation(events, owner.of.organisation_id);
    const code = lines(17);
    await find(owner, {
      template: [...code, 'key = "changeme"'].join('\n'),
      filled: [...code, `key = "${AWS}"`].join('\n'),
      other: [...code, 'key = "xxxxxx"'].join('\n'),
    });
    expect(await whys(owner.user, 'template')).toEqual(['other near_text']);
    expect(await whys(owner.user, 'filled')).toEqual(['other near_text', 'template near_text']);
    const { id } = await rowAt(owner.user, 'template');
    const closed = await events.call(owner.user, 'POST', changeOneStatus.path.replace('{id}', id), { status: 'false', simular: true });
    expect(closed.json()).toMatchObject({ changed: 2 });
    expect(await rowAt(owner.user, 'filled')).toMatchObject({ status: 'open', similar_to_false: null });
  });

  it.each([
    ['template', 'filled', 'copy'],
    ['template', 'copy', 'filled'],
    ['filled', 'template', 'copy'],
    ['filled', 'copy', 'template'],
    ['copy', 'template', 'filled'],
    ['copy', 'filled', 'template'],
  ] as const)('lead the same way in whichever order they come: %s, %s, %s', async (...order) => {
    const owner = await makeOwner(events);
    const code = lines(18);
    const texts = {
      template: [...code, 'key = "changeme"'].join('\n'),
      filled: [...code, `key = "${AWS}"`].join('\n'),
      copy: [...code.slice(1), `key = "${AWS}"`].join('\n'),
    };
    for (const path of order) await find(owner, { [path]: texts[path] });
    expect(await whys(owner.user, 'template')).toEqual([]);
    expect(await whys(owner.user, 'filled')).toEqual(['copy same_secret near_text', 'template near_text']);
    expect(await whys(owner.user, 'copy')).toEqual(['filled same_secret near_text', 'template near_text']);
    const counts = await Promise.all(order.map(async (path) => [path, (await rowAt(owner.user, path)).sim_count] as const));
    expect(Object.fromEntries(counts)).toEqual({ template: 0, filled: 2, copy: 2 });
  });

  it('leave no link to a text without a secret that goes while the copy that holds one stays', async () => {
    const owner = await makeOwner(events);
    const kept = { ...owner.of, task_id: randomUUID() };
    await events.publishTask(kept);
    const code = lines(19);
    await find(owner, { template: [...code, 'key = "changeme"'].join('\n') });
    await find({ of: kept }, { filled: [...code, `key = "${AWS}"`].join('\n') });
    expect(await whys(owner.user, 'filled')).toEqual(['template near_text']);
    await events.deleteTask(owner.of);
    await events.app.get(PurgeDeletedEvents).run(new Date(Date.now() + 31 * 86_400_000));
    await events.app.get(SweepTexts).run();
    const left = await read(sql<{ text: string }>`
      select text_id as text from events.text_link where organisation_id = ${owner.of.organisation_id}`);
    expect(left).toEqual([]);
  });

  it('show that one was marked as false, and stay open', async () => {
    const owner = await makeOwner(events);
    await publishOrganisation(events, owner.of.organisation_id);
    const code = lines(12);
    await find(owner, { known: code.join('\n') });
    const known = await rowAt(owner.user, 'known');
    await events.call(owner.user, 'POST', changeOneStatus.path.replace('{id}', known.id), { status: 'false' });
    await find(owner, { fresh: [...code.slice(1), 'more'].join('\n') });
    expect(await rowAt(owner.user, 'fresh')).toMatchObject({ status: 'open', similar_to_false: known.id });
    expect(await rowAt(owner.user, 'known')).toMatchObject({ status: 'false', similar_to_false: null });
  });

  it('are found for events that were stored before, in the background', async () => {
    const owner = await makeOwner(events);
    const text = [...lines(13), AWS].join('\n');
    await find(owner, { before: text, also: text.toUpperCase() });
    await read(sql`delete from events.event_secret where organisation_id = ${owner.of.organisation_id}`);
    await read(sql`update events.event set text_id = null where organisation_id = ${owner.of.organisation_id}`);
    expect(await whys(owner.user, 'before')).toEqual([]);
    await read(sql`update events.detector_set set revision = revision + 1, examined = false, examined_to = null`);
    await events.app.get(ExamineStoredEvents).run(1, 1_000);
    await link();
    expect(await whys(owner.user, 'before')).toEqual(['also same_secret near_text']);
  });

  it('leave nothing behind when they are deleted with their task', async () => {
    const owner = await makeOwner(events);
    const kept = { ...owner.of, task_id: randomUUID() };
    await events.publishTask(kept);
    const code = lines(14);
    await find(owner, { gone: code.join('\n'), gone2: [...code.slice(1), AWS].join('\n'), again: lines(15).join('\n') });
    await find({ of: kept }, { stays: [...code.slice(0, -1), 'x'].join('\n') });
    // Found again with other lines around: the event keeps its text, and the new one belongs to no event.
    const lines_hash = createHash('sha256').update(lines(15).join('\n')).digest('hex');
    await find(owner, { again: lines(16).join('\n') }, { lines_hash });
    expect(await whys(owner.user, 'stays')).toEqual(['gone near_text']);
    expect(await whys(owner.user, 'gone2')).toEqual(['gone near_text', 'stays near_text']);
    await events.deleteTask(owner.of);
    expect(await whys(owner.user, 'stays')).toEqual([]);
    await events.app.get(PurgeDeletedEvents).run(new Date(Date.now() + 31 * 86_400_000));
    await events.app.get(SweepTexts).run();
    const of = owner.of.organisation_id;
    const left = await read(sql<{ name: string; count: number }>`
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
