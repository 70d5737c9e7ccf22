import { describe, expect, test } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import { type GoogleDocsApi, googleId, type SimulatedGoogleDocument } from '@leakwatch/simulators';
import fc from 'fast-check';
import { failureOf, type Frontier } from '../source-stage.fixture.ts';
import { document, KEY, REQUEST, start } from './google-docs-stage.fixture.ts';
import { googleNeeds } from './google-requests.ts';
import { untilMidnight } from './google-refusal.ts';

const many = (count: number, kind: SimulatedGoogleDocument['kind'], first = 0) =>
  Array.from({ length: count }, (_, at) => document(first + at, { kind }));
const task = (patterns: TaskChange['patterns']): TaskChange => ({
  task_id: 't',
  organisation_id: 'o',
  version: 1,
  title: 'T',
  running: true,
  archived: false,
  delete_events: false,
  source_types: ['google_docs'],
  patterns,
  filter_keywords: [],
  filter_mode: 'exclude',
  repositories: [],
});
const searches = (api: GoogleDocsApi) => api.requests.filter(({ path }) => path.startsWith('/customsearch'));

/** As another process on another day finds it. */
const daysAgo = (frontier: Frontier, days: number): Frontier => {
  const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  return { ...frontier, state: { pass: day, whole: day } };
};

describe('searching', () => {
  test('documents of every kind are read as their exports have them', async () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, at) => at % 256);
    const { stage } = await start([
      document(1),
      document(2, { kind: 'spreadsheets', content: bytes, searched: 'corp.example' }),
      document(3, { kind: 'presentation', content: 'slide: corp.example' }),
      document(4, { kind: 'file', content: 'corp.example in a file', title: 'backup.sql' }),
      document(5, { kind: 'forms', content: '<title>Survey</title>corp.example' }),
      document(6, { published: true, content: '<title>Published</title>corp.example' }),
    ]);
    await stage.pass();
    expect(stage.documents.map(({ path, bytes: read }) => [path, Buffer.from(read ?? []).toString('latin1')])).toEqual([
      ['Plan 1', 'line one\nhost db.corp.example number 1\n'],
      ['Plan 2', Buffer.from(bytes).toString('latin1')],
      ['Plan 3', 'slide: corp.example'],
      ['backup.sql', 'corp.example in a file'],
      ['Plan 5', '<title>Survey</title>corp.example'],
      ['Plan 6', '<title>Published</title>corp.example'],
    ]);
    expect(stage.documents[0]?.urlAt(2)).toMatch(new RegExp(`/document/d/${googleId(1)}/edit$`));
  });

  test('results are counted, page by page, and what is no document is left out of the total', async () => {
    const { api, stage } = await start([...many(23, 'document'), document(90, { kind: 'document', id: 'folder' })]);
    await stage.pass({ fetches: false });
    expect(searches(api)).toHaveLength(3);
    expect(new Set(stage.named.map(({ key }) => key)).size).toBe(23);
    expect(stage.total).toBe(23);
    expect(stage.answers.some((answer) => answer.capped === true)).toBe(false);
  });

  test('a query with more results than the search gives is read up to the cap and says so', async () => {
    const { stage } = await start(many(130, 'document'));
    await stage.pass({ fetches: false });
    expect([stage.named.length, stage.total, stage.answers.at(-1)?.capped]).toEqual([100, 130, true]);
  });

  test.each([
    ['a page', 1],
    ['two pages', 10],
  ])('a document that the search has with and without its resource key, on %s, is read with it', async (_, between) => {
    const { usual, keyed } = { usual: `/file/d/${googleId(1)}/view`, keyed: `/file/d/${googleId(1)}/view?resourcekey=0-abc` };
    const others = Array.from({ length: between }, (_one, at) => document(100 + at));
    for (const [first, last] of [[usual, keyed] as const, [keyed, usual] as const]) {
      const links = (id: string, alsoAt: string) => document(1, { id, kind: 'file', resourceKey: '0-abc', alsoAt: [alsoAt] });
      const { stage } = await start([links(googleId(1), first), ...others, links('folder', last)]);
      await stage.pass();
      const read = stage.documents.filter(({ bytes, path }) => bytes !== undefined && path === 'Plan 1');
      expect(read.map(({ reference }) => reference.container.key)).toEqual([googleId(1)]);
    }
  });

  test('a deep query is asked for each kind of document', async () => {
    const documents = [...many(60, 'document'), ...many(50, 'spreadsheets', 100), ...many(30, 'file', 200)];
    const { stage } = await start(documents, {}, { ...REQUEST, deep: true });
    await stage.pass({ fetches: false });
    expect(new Set(stage.named.map(({ key }) => key)).size).toBe(140);
    expect([stage.total, stage.answers.some((answer) => answer.capped === true)]).toEqual([140, false]);
  });

  test('a query keeps its sites where it has more words than the search reads', async () => {
    const text = `corp.example ${Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ')}`;
    const documents = [...many(60, 'document'), ...many(50, 'spreadsheets', 100)].map((one) => ({ ...one, searched: text }));
    const { stage } = await start(documents, {}, { phrases: [`"${text}"`], deep: true });
    await stage.pass({ fetches: false });
    expect(new Set(stage.named.map(({ key }) => key)).size).toBe(110);
    expect([stage.total, stage.answers.some((answer) => answer.capped === true)]).toEqual([110, false]);
  });

  test('counts are right for any number of documents', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(130), fc.nat(130), fc.boolean(), async (texts, sheets, deep) => {
        const { stage } = await start([...many(texts, 'document'), ...many(sheets, 'spreadsheets', 500)], {}, { ...REQUEST, deep });
        await stage.pass({ fetches: false });
        const kept = deep && texts + sheets > 100 ? Math.min(texts, 100) + Math.min(sheets, 100) : Math.min(texts + sheets, 100);
        expect(new Set(stage.named.map(({ key }) => key)).size).toBe(kept);
        expect(stage.total).toBe(texts + sheets);
        expect(stage.answers.some((answer) => answer.capped === true)).toBe(kept < texts + sheets);
      }),
      { numRuns: 12 },
    );
  });

  test('a second pass of the day costs one search and reads nothing; a later one asks for the days between', async () => {
    const { api, stage } = await start([document(1), document(2)]);
    await stage.pass();
    const before = api.requests.length;
    await stage.pass();
    expect(api.requests).toHaveLength(before + 1);
    expect(stage.documents).toHaveLength(2);
    stage.frontier = daysAgo(stage.frontier, 5);
    api.documents = [document(1, { days: 40 }), document(2, { days: 6 }), document(3, { days: 9 })];
    await stage.pass();
    expect(searches(api).at(-1)?.path).toContain('dateRestrict=d7');
    // After a month all are asked for again.
    stage.frontier = daysAgo(stage.frontier, 30);
    await stage.pass();
    expect(searches(api).at(-1)?.path).not.toContain('dateRestrict');
    expect(stage.documents.map(({ path }) => path)).toContain('Plan 3');
  });

  test.each([false, true])('a pass that was interrupted and begins again asks for all that it had not read (deep: %s)', async (deep) => {
    const documents = [...many(23, 'document'), ...many(90, 'spreadsheets', 200)].map((one) => ({ ...one, days: 300 }));
    const { api, stage } = await start(documents, {}, { ...REQUEST, deep });
    stage.begin();
    for (let steps = 0; steps < 4; steps += 1) await stage.step();
    await stage.pass({ fetches: false });
    expect(new Set(stage.named.map(({ key }) => key)).size).toBe(deep ? 113 : 100);
    expect(searches(api).some(({ path }) => path.includes('dateRestrict'))).toBe(false);
    stage.begin();
    await stage.step();
    expect(searches(api).at(-1)?.path).toContain('dateRestrict=d2');
  });

  test('the key travels in a header only, and only to the search', async () => {
    const { api, stage } = await start([document(1)]);
    await stage.pass();
    for (const { path, headers } of api.requests) {
      expect(path).not.toContain(KEY);
      expect(headers['x-goog-api-key']).toBe(path.startsWith('/customsearch') ? KEY : undefined);
    }
  });

  test('equal queries of patterns are one unit, and a pattern without words has none', () => {
    const needs = googleNeeds(
      task([
        { id: 'a', kind: 'keyword', text: 'Corp key' },
        { id: 'b', kind: 'keyword', text: 'key corp' },
        { id: 'c', kind: 'regex', text: '[0-9]{12}' },
      ]),
    );
    expect(needs.map(({ patterns }) => patterns)).toEqual([['a', 'b']]);
  });
});
describe('failures of the search', () => {
  test.each<[string, GoogleDocsApi['behaviour'], object]>([
    ['the quota of a minute', { kind: 'limited', seconds: 17 }, { failure: 'limited', resource: 'search', seconds: 17 }],
    ['a key without access', { kind: 'bad_token' }, { failure: 'account_refused' }],
    ['a 500', { kind: 'status', status: 500 }, { failure: 'unavailable' }],
    ['a cut connection', { kind: 'cut' }, { failure: 'unavailable' }],
    ['half an answer', { kind: 'broken_json' }, { failure: 'broken_answer' }],
    ['a web page', { kind: 'web_page' }, { failure: 'broken_answer' }],
    ['another answer', { kind: 'other_shape' }, { failure: 'broken_answer' }],
    ['a redirect', { kind: 'redirect', to: 'http://127.0.0.1:9/' }, { failure: 'broken_answer' }],
  ])('%s', async (_, behaviour, expected) => {
    const { api, stage } = await start([document(1)]);
    api.behaviour = behaviour;
    stage.begin();
    expect(await failureOf(stage.step(), KEY)).toMatchObject(expected);
    api.behaviour = { kind: 'plain' };
    await stage.finish();
    expect(stage.documents).toHaveLength(1);
  });

  test('a used-up day waits until the day of California ends', async () => {
    const { stage } = await start([document(1)], { perDay: 0 });
    stage.begin();
    const failure = await failureOf(stage.step(), KEY);
    expect(failure.failure).toBe('limited');
    expect(failure.seconds).toBeGreaterThan(0);
    expect(failure.seconds).toBeLessThanOrEqual(86_400);
    expect(untilMidnight(new Date('2026-11-22T08:00:00Z'))).toBe(86_400);
    expect(untilMidnight(new Date('2026-11-22T07:59:59Z'))).toBe(1);
    expect(untilMidnight(new Date('2026-07-01T06:00:00Z'))).toBe(3_600);
  });

  test('an unknown key and an unknown engine are refusals of the account', async () => {
    const wrong: readonly Record<string, string>[] = [{ other: 'engine' }, { [KEY]: 'another' }];
    for (const keys of wrong) {
      const { stage } = await start([document(1)], { keys });
      stage.begin();
      expect((await failureOf(stage.step(), KEY)).failure).toBe('account_refused');
    }
  });
});
