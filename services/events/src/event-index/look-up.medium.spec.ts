import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EventFilters } from '@leakwatch/contracts';
import { CONSUMER, organisationScope, rows, sql, STAFF } from '@leakwatch/platform';
import fc from 'fast-check';
import { openEvents } from '../events.fixture.ts';
import { matchingList } from '../leak-events/event-filters.ts';
import { orderedEvents } from '../leak-events/event-order.read-model.ts';
import { lookUp, FOUND_MAX } from './look-up.read-model.ts';
import { IndexTexts } from './index-texts.ts';

/** Signs of LIKE, of expressions and of SQL, letters with capitals in two alphabets, word boundaries, what takes more than one unit of UTF-16. */
const SIGNS = ['a', 'B', 'c', 'Ж', 'ё', '1', '%', '_', '\\', "'", '"', ' ', '.', '\n', '$', '(', '*', '\u{1f511}', '日'];
const sign = fc.constantFrom(...SIGNS);
const text = fc.array(sign, { maxLength: 24 }).map((signs) => signs.join(''));
/** Values that few or many of the events have; one with signs of JSON and SQL. */
const VALUES = ['', 'Go', `"Ж"',{`, 'YAML'];
const TOKENS = [randomUUID(), randomUUID()];
const TASKS = [randomUUID(), randomUUID()] as const;
const event = fc.record({
  id: fc.uuid({ version: 4 }),
  content: text,
  path: text,
  owner: text,
  ours: fc.boolean(),
  language: fc.constantFrom(...VALUES),
  repository: fc.constantFrom(...VALUES),
  tokens: fc.subarray(TOKENS),
  task: fc.constantFrom(...TASKS),
});
type Made = typeof event extends fc.Arbitrary<infer M> ? M : never;

/** A part of one of the texts, or another text; in other letter case. */
const part = (of: readonly string[], shortest: number) =>
  fc
    .tuple(fc.constantFrom('', ...of), text, fc.nat(24), fc.integer({ min: shortest, max: 6 }), fc.boolean(), fc.boolean())
    .map(([one, other, from, length, upper, foreign]) => {
      const signs = [...(foreign ? other : one)];
      const at = Math.min(from, Math.max(0, signs.length - length));
      const taken = signs.slice(at, at + length).join('') || 'abc';
      return upper ? taken.toUpperCase() : taken.toLowerCase();
    });
const TEXTS = { file_content: 'content', path_part: 'path', username_part: 'owner' } as const;
type Filters = Pick<EventFilters, keyof typeof TEXTS | 'file_lang' | 'repo_name' | 'regex_tokens_found' | 'username' | 'author' | 'task'>;
const filtersFor = (made: readonly Made[]): fc.Arbitrary<Filters> =>
  fc.record(
    {
      file_content: part(
        made.map(({ content }) => content),
        3,
      ),
      path_part: part(
        made.map(({ path }) => path),
        1,
      ),
      username_part: part(
        made.map(({ owner }) => owner),
        1,
      ),
      file_lang: fc.subarray(VALUES),
      repo_name: fc.subarray(VALUES),
      regex_tokens_found: fc.subarray(TOKENS),
      task: fc.constantFrom(...TASKS, TASKS[0].toUpperCase()),
      // The author of an event without a commit is its owner.
      username: fc.subarray(made.map(({ owner }) => owner)),
      author: fc.subarray(made.map(({ owner }) => owner)),
    },
    { requiredKeys: [] },
  );
const asked = fc
  .array(event, { maxLength: 20 })
  .chain((made) => fc.tuple(fc.constant(made), fc.array(filtersFor(made), { minLength: 1, maxLength: 6 })));

const isAmong = (values: readonly string[] | undefined, ...own: readonly string[]) =>
  values === undefined || values.length === 0 || own.some((value) => values.includes(value));
const hasValues = (one: Made, filters: Filters) =>
  isAmong(filters.file_lang, one.language) &&
  isAmong(filters.repo_name, one.repository) &&
  isAmong(filters.regex_tokens_found, ...one.tokens) &&
  isAmong(filters.username, one.owner) &&
  isAmong(filters.author, one.owner) &&
  (filters.task === undefined || filters.task.toLowerCase() === one.task);
const holds = (one: Made, filters: Filters) =>
  hasValues(one, filters) &&
  (['file_content', 'path_part', 'username_part'] as const).every((name) => {
    const sought = filters[name];
    return sought === undefined || one[TEXTS[name]].toLowerCase().includes(sought.toLowerCase());
  });

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events.close());

const [OURS, THEIRS] = [randomUUID(), randomUUID()];
const add = (made: readonly Made[]) =>
  events.foundation.database.inScope(CONSUMER, (em) =>
    rows(
      em,
      sql`insert into events.event (id, organisation_id, task_id, source_type, language, pattern_text, owner, container_title, status, severity, detectors,
          pattern_kind, container_key, container_url, path, file_url, lines_hash, filter_keywords, line, excerpt, document_version, last_seen)
        select n.id, case when n.ours then ${OURS}::uuid else ${THEIRS}::uuid end, n.task, 'github', n.language, 'p', n.owner, n.repository, 'open',
          case when n.tokens <> '{}' then 'high' end, n.tokens::uuid[], 'keyword', 'k', '', n.path, '', '', '{}', 1, jsonb_build_object('text', n.content), 'v', now()
        from unnest(${made.map(({ id }) => id)}::uuid[], ${made.map(({ ours }) => ours)}::boolean[], ${made.map(({ task }) => task)}::uuid[],
          ${made.map(({ language }) => language)}::text[], ${made.map(({ repository }) => repository)}::text[],
          ${made.map(({ tokens }) => `{${tokens.join()}}`)}::text[],
          ${made.map(({ content }) => content)}::text[], ${made.map(({ path }) => path)}::text[], ${made.map(({ owner }) => owner)}::text[])
          as n (id, ours, task, language, repository, tokens, content, path, owner)`,
    ),
  );
const WAYS = [{ most: 0 }, { most: 2 }, { most: FOUND_MAX }, { page: { rows: 1, matching: 1 } }];

it('finds what the texts hold and what has the values: indexed or not, rare or common, as a page, as a whole, in one organisation and in all', async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.nat(20), async ([made, queries], indexed) => {
      await events.foundation.database.inScope(CONSUMER, (em) => rows(em, sql`delete from events.event`));
      await add(made.slice(0, indexed));
      while ((await events.app.get(IndexTexts).run(1_000, 1, 0)) > 0);
      await add(made.slice(indexed));
      for (const filters of queries)
        for (const [scope, sees] of [[organisationScope(OURS), OURS] as const, [STAFF, null] as const]) {
          const expected = made.filter((one) => (sees === null || one.ours) && holds(one, filters)).map(({ id }) => id);
          for (const way of WAYS)
            await events.foundation.database.inScope(scope, async (em) => {
              const sought = await lookUp(em, filters, sees, way);
              const counted = await rows(em, sql<{ id: string }>`select e.id from events.event e where ${matchingList(sought)}`);
              const listed = await orderedEvents(em, { sought, sort: 'severity', sees, limit: 100 });
              const found = [counted, listed].map((of) => of.map(({ id }) => id).toSorted());
              expect([filters, way, ...found]).toEqual([filters, way, expected.toSorted(), expected.toSorted()]);
            });
        }
    }),
    { numRuns: 25 },
  );
});

it('looks a value up for a page where the list would be read further', async () => {
  await events.foundation.database.inScope(CONSUMER, (em) => rows(em, sql`delete from events.event`));
  const made = Array.from({ length: 40 }, (_, at) => ({
    ...{ id: randomUUID(), content: 'x', path: `p${at}`, ours: true, repository: 'r', tokens: [], task: TASKS[0] },
    owner: at % 10 === 0 ? 'a rare one' : 'a common one',
    language: at % 4 === 0 ? 'Go' : 'C',
  }));
  await add(made);
  while ((await events.app.get(IndexTexts).run(1_000, 1, 0)) > 0);
  await events.foundation.database.inScope(organisationScope(OURS), async (em) => {
    const found = async (file_lang: string, page?: { rows: number; matching: number }) =>
      (await lookUp(em, { file_lang: [file_lang] }, OURS, { most: 30, ...(page !== undefined && { page }) })).found?.length;
    // 10 of 40 events: a page of 2 is expected within 8 of the list, one of 3 within 12.
    expect(await found('Go', { rows: 2, matching: 10 })).toBeUndefined();
    expect(await found('Go', { rows: 3, matching: 10 })).toBe(10);
    // Only one of them has the status of the list.
    expect(await found('Go', { rows: 1, matching: 1 })).toBe(10);
    expect(await found('C', { rows: 10, matching: 30 })).toBeUndefined();
    expect(await found('C')).toBe(30);
    const partOf = async (username_part: string, page?: { rows: number; matching: number }) =>
      (await lookUp(em, { username_part }, OURS, { most: 30, ...(page !== undefined && { page }) })).found?.length;
    expect(await partOf('RARE', { rows: 1, matching: 4 })).toBe(4);
    expect(await partOf('RARE', { rows: 1, matching: 8 })).toBeUndefined();
    expect(await partOf('common', { rows: 10, matching: 36 })).toBeUndefined();
    expect(await partOf('rare')).toBe(4);
  });
});

it('keeps the order of the list and its pages, whichever way the events are found', async () => {
  await events.foundation.database.inScope(CONSUMER, (em) => rows(em, sql`delete from events.event`));
  await add(
    Array.from({ length: 30 }, (_, at) => ({
      id: randomUUID(),
      content: 'a key',
      path: `p${at}`,
      owner: 'o',
      ours: true,
      language: 'Go',
      repository: 'r',
      tokens: at % 3 === 0 ? TOKENS : [],
      task: TASKS[0],
    })),
  );
  await events.foundation.database.inScope(organisationScope(OURS), async (em) => {
    for (const sort of ['created', 'severity'] as const) {
      const pages = (most: number) => async () => {
        const sought = await lookUp(em, { file_content: 'KEY' }, OURS, { most });
        expect(sought.found?.length).toBe(most === 0 ? undefined : 30);
        const first = await orderedEvents(em, { sought, sort, sees: OURS, limit: 7, offset: 4 });
        const last = first.at(-1);
        if (last === undefined) throw new Error('the page is empty');
        const behind = await orderedEvents(em, { sought, sort, sees: OURS, from: { side: 'behind', of: last }, limit: 7 });
        const before = await orderedEvents(em, { sought, sort, sees: OURS, from: { side: 'before', of: last.id }, limit: 100 });
        return [first, behind, before];
      };
      const walked = await pages(0)();
      expect(walked.map((page) => page.length)).toEqual([7, 7, 10]);
      expect(await pages(FOUND_MAX)()).toEqual(walked);
    }
  });
});
