import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeOneStatus, type Finding, findingsV1 } from '@leakwatch/contracts';
import { CONSUMER, outgoing, rows, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';
import { numberedParts } from '../migrations/0211-numbered-parts.ts';
import { makeFinding } from './findings.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events.close());

const SHEETS = { key: '1simulated', title: 'Plan', url: 'https://docs.example/spreadsheets/d/1simulated/edit', owner: '' };

describe('a leak in a part of a document', () => {
  const leaked = async () => {
    const { of } = await makeOwner(events);
    await publishOrganisation(events, of.organisation_id);
    const user = testCaller(of.organisation_id, { account: { id: randomUUID(), username: 'irina' } });
    /** In one version of its document. */
    const at = (path: string, text: string, version = 'a', change: Partial<Finding> = {}) => {
      const { excerpt } = makeFinding(of);
      return makeFinding({ ...of, path, document: { version: version.repeat(40), bytes: 100 }, excerpt: { ...excerpt, text }, ...change });
    };
    const take = async (...findings: Finding[]) => {
      await events.publish(findings.map((finding) => outgoing(findingsV1, finding)));
      await events.settled();
    };
    const list = async () => (await events.list(user)).results;
    const close = async (id = '') => events.call(user, 'POST', changeOneStatus.path.replace('{id}', id), { status: 'false' });
    return { of, at, take, list, close };
  };

  it.each<[string, string, string, Partial<Finding>]>([
    ['a page is inserted', 'report.pdf!/page 3', 'report.pdf!/page 4', { source_type: 'git_repo' }],
    ['a slide is removed', 'talk.pptx!/slide 3', 'talk.pptx!/slide 2', {}],
    ['a sheet has another name', 'plan.xlsx!/June', 'plan.xlsx!/July', {}],
    [
      'a file in Telegram is sent in an edited message',
      '77/box.mbox!/message 2!/text',
      '77/box.mbox!/message 3!/text',
      { source_type: 'telegram' },
    ],
    [
      'a tab and the title of a Google spreadsheet have other names',
      'Plan!/June',
      'The plan!/July',
      { source_type: 'google_docs', container: SHEETS },
    ],
  ])('%s: is one event, which keeps its status', async (_, before, after, change) => {
    const { at, take, list, close } = await leaked();
    await take(at(before, 'romashka vpn\npassword: a', 'a', change));
    const [first] = await list();
    await close(first?.id);
    await take(at(after, 'romashka vpn\npassword: a', 'b', change));
    expect((await list()).map(({ id, status }) => [id, status])).toEqual([[first?.id, 'false']]);
  });

  it('two pages with the same line and other text around it are two events, also after both have moved', async () => {
    const { at, take, list } = await leaked();
    await take(at('r.pdf!/page 3', 'password: a'), at('r.pdf!/page 5', 'password: b'));
    const before = (await list()).map(({ id }) => id);
    expect(before).toHaveLength(2);
    // The first page is now where the second one was.
    await take(at('r.pdf!/page 5', 'password: a', 'b'), at('r.pdf!/page 7', 'password: b', 'b'));
    expect((await list()).map(({ id }) => id)).toEqual(before);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('a page that takes the number of another one is an event of its own, and stays one; found %s the other', async (_, isFirst) => {
    const { at, take, list } = await leaked();
    await take(at('r.pdf!/page 3', 'password: a'));
    const inserted = () => [at('r.pdf!/page 3', 'password: c', 'b'), at('r.pdf!/page 4', 'password: a', 'b')];
    for (let times = 0; times < 2; times += 1) {
      await take(...(isFirst ? inserted() : inserted().toReversed()));
      expect((await list()).map(({ file_content }) => file_content.replaceAll(/<\/?mark>/g, '')).sort()).toEqual([
        'password: a',
        'password: c',
      ]);
    }
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('a page that takes the number of another one is an event of its own, found in a batch %s that of the other', async (_, isFirst) => {
    const { at, take, list, close } = await leaked();
    await take(at('r.pdf!/page 3', 'password: a'));
    await close((await list())[0]?.id);
    const inserted = () => [at('r.pdf!/page 3', 'password: c', 'b'), at('r.pdf!/page 4', 'password: a', 'b')];
    for (let times = 0; times < 2; times += 1) {
      for (const one of isFirst ? inserted() : inserted().toReversed()) await take(one);
      expect((await list()).map(({ file_content, status }) => [file_content.replaceAll(/<\/?mark>/g, ''), status]).sort()).toEqual([
        ['password: a', 'false'],
        ['password: c', 'open'],
      ]);
    }
  });

  it('an event names its part as the newest version does, and a part that took its number is another place', async () => {
    const { at, take, list } = await leaked();
    const places = async () => (await list()).map(({ file_path, same_file }) => [file_path, same_file]).sort();
    await take(at('r.pdf!/page 3', 'password: a'));
    await take(at('r.pdf!/page 3', 'password: c', 'b'), at('r.pdf!/page 4', 'password: a', 'b'));
    const moved = [
      ['r.pdf!/page 3', false],
      ['r.pdf!/page 4', false],
    ];
    expect(await places()).toEqual(moved);
    // An older version is read again.
    await take(at('r.pdf!/page 3', 'password: a'));
    expect(await places()).toEqual(moved);
    await take(at('r.pdf!/page 3', 'password: a', 'c'));
    expect((await places()).map(([path]) => path)).toEqual(['r.pdf!/page 3', 'r.pdf!/page 3']);
  });

  it('of two parts with the same text, an event goes on naming the one that it named', async () => {
    const { at, take, list } = await leaked();
    await take(at('r.pdf!/page 3', 'password: a'));
    await take(at('r.pdf!/page 2', 'password: a', 'b'), at('r.pdf!/page 3', 'password: a', 'b'));
    expect((await list()).map(({ file_path }) => file_path)).toEqual(['r.pdf!/page 3']);
  });

  it('a page whose text changes around the line goes on as the same event, also when it is read again', async () => {
    const { at, take, list } = await leaked();
    await take(at('r.pdf!/page 3', 'password: a'));
    for (const version of ['b', 'b', 'c']) await take(at('r.pdf!/page 3', 'password: c', version));
    expect(await list()).toHaveLength(1);
  });

  it.each<[string, string, string, Partial<Finding>]>([
    ['another file of an archive', 'a.zip!/1/.env', 'a.zip!/2/.env', {}],
    ['another archive with the same file', 'a.zip!/.env', 'b.zip!/.env', {}],
    ['another document with the same page', 'a.pdf!/page 1', 'b.pdf!/page 1', {}],
    ['a file that is sent again in another message', '77/a.pdf!/page 1', '78/a.pdf!/page 1', { source_type: 'telegram' }],
    ['another kind of part', 'a.pdf!/page 1', 'a.pdf!/page 1 notes', {}],
  ])('%s is another place, and another event', async (_, one, other, change) => {
    const { at, take, list } = await leaked();
    await take(at(one, 'password: a', 'a', change), at(other, 'password: a', 'b', change));
    expect(await list()).toHaveLength(2);
  });

  it('an archive that is packed again with the same file is one event', async () => {
    const { at, take, list } = await leaked();
    await take(at('a.zip!/1/.env', 'password: a'));
    await take(at('a.zip!/1/.env', 'password: a', 'b'));
    expect(await list()).toHaveLength(1);
  });

  it('of another task, pattern, repository or organisation is another event', async () => {
    const { at, take, list, of } = await leaked();
    const other = await makeOwner(events);
    const task_id = randomUUID();
    await events.publishTask({ ...of, task_id });
    await take(at('a.pdf!/page 1', 'password: a'));
    for (const change of [
      { task_id },
      { pattern: { id: randomUUID(), kind: 'keyword', text: 'romashka' } as const },
      { container: { ...makeFinding(of).container, key: 'https://github.com/acme/other' } },
      other.of,
    ])
      await take(at('a.pdf!/page 2', 'password: a', 'b', change));
    expect(await list()).toHaveLength(4);
    expect((await events.list(other.user)).results).toHaveLength(1);
  });

  it('an event that was stored before is found by what it shows', async () => {
    const { at, take, list } = await leaked();
    await take(at('отчёт.pdf!/page 3', 'romashka\u0000 пароль: a'));
    const { database } = events.foundation;
    const step = numberedParts.sql;
    // Only the statement that fills the column: the rest of the step has run.
    const fill = step.slice(step.indexOf('update'), step.indexOf('create index')).replace(';', '');
    await database.inScope(CONSUMER, async (em) => {
      await rows(em, sql`update events.event set part_hash = null`);
      await rows(em, sql.raw(fill));
    });
    await take(at('отчёт.pdf!/page 4', 'romashka\u0000 пароль: a', 'b'));
    expect(await list()).toHaveLength(1);
  });
});
