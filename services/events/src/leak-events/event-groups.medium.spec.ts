import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EventGroup, eventNeighbours, type EventSort, listEvents } from '@leakwatch/contracts';
import { type Caller, CONSUMER, rows, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import fc from 'fast-check';
import { makeOwner, openEvents } from '../events.fixture.ts';

/** The properties by which these tests distinguish events. */
interface Made {
  readonly id: string;
  readonly path: string;
  readonly line: number;
  readonly secret: string | null;
  readonly severity: 'critical' | 'low' | null;
  readonly status: 'open' | 'fixed' | 'false';
  readonly pattern: string;
  readonly minute: number;
}

const SECRETS = [randomUUID(), randomUUID(), null];
const RANKS = ['critical', 'low', null];
const NOW = Date.parse('2026-11-20T10:00:00Z');

const made = fc.record({
  path: fc.constantFrom('a', 'b'),
  line: fc.integer({ min: 1, max: 2 }),
  secret: fc.constantFrom(...SECRETS),
  severity: fc.constantFrom('critical' as const, 'low' as const, null),
  status: fc.constantFrom('open' as const, 'fixed' as const, 'false' as const),
  pattern: fc.constantFrom('one', 'two'),
  minute: fc.integer({ min: 0, max: 4 }),
});

const placeOf = ({ path, line }: Made) => `${path}:${line}`;
const keyOf = (event: Made, group: EventGroup) => (group === 'place' ? placeOf(event) : (event.secret ?? placeOf(event)));

/** The rows of a list, each with its events in the order of the list. */
function rowsOf(events: readonly Made[], group: EventGroup, sort: EventSort): (readonly Made[])[] {
  const rank = ({ severity }: Made) => (sort === 'severity' ? RANKS.indexOf(severity) : 0);
  const ordered = events.toSorted((left, right) => rank(left) - rank(right) || left.minute - right.minute || (left.id < right.id ? -1 : 1));
  const byKey = new Map<string, Made[]>();
  for (const event of ordered) byKey.set(keyOf(event, group), [...(byKey.get(keyOf(event, group)) ?? []), event]);
  return [...byKey.values()];
}

const idsOf = (row: readonly Made[]) => row.map(({ id }) => id);

describe('the list with a row for each place or secret', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  beforeAll(async () => void (events = await openEvents()));
  afterAll(() => events.close());

  const insert = (of: { organisation_id: string; task_id: string }, all: readonly Made[]) =>
    events.foundation.database.inScope(CONSUMER, (em) =>
      rows(
        em,
        sql`insert into events.event (id, organisation_id, task_id, pattern_kind, pattern_text, source_type, container_key, container_title,
            container_url, owner, path, file_url, language, lines_hash, status, filter_keywords, line, excerpt, document_version, created,
            last_seen, severity, detectors, secret_hash)
          select (n ->> 'id')::uuid, ${of.organisation_id}, ${of.task_id}, 'keyword', n ->> 'pattern', 'git_repo', 'k', 'c', 'https://git.example.org',
            'o', n ->> 'path', 'https://git.example.org/p', 'INI', n ->> 'id', n ->> 'status', '{}', (n ->> 'line')::int,
            '{"text":"x","segments":[{"at":0,"line":1}],"highlights":[],"truncated":false}'::jsonb, 'v',
            to_timestamp(${NOW / 1000}) - (n ->> 'minute')::int * interval '1 minute', now(), n ->> 'severity',
            case when n ->> 'severity' is null then '{}' else array[gen_random_uuid()] end, (n ->> 'secret')::uuid
          from jsonb_array_elements(${JSON.stringify(all)}::jsonb) n`,
      ),
    );
  const page = async (caller: Caller, query: string) => {
    const answer = await events.get(caller, `/api/events/?${query}`);
    return listEvents.answer.parse(answer.json());
  };

  it('shows each row once, in the order of its first event, with all its events that match, on pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { maxLength: 40 }),
        fc.constantFrom('place' as const, 'secret' as const),
        fc.constantFrom('created' as const, 'severity' as const),
        fc.constantFrom('status=all', 'status=open', 'status=open&status=false&pattern=two', 'status=all&path_part=a'),
        fc.integer({ min: 1, max: 5 }),
        async (some, group, sort, filters, limit) => {
          const all = some.map((event) => ({ ...event, id: randomUUID() }));
          const { of, user } = await makeOwner(events);
          await insert(of, all);
          // Another organisation leaks at the same places.
          const other = await makeOwner(events);
          await insert(
            other.of,
            all.map((event) => ({ ...event, id: randomUUID(), minute: 0 })),
          );
          const matching = all.filter(
            ({ status, pattern, path }) =>
              (filters.includes('=all') || status === 'open' || (filters.includes('=false') && status === 'false')) &&
              (!filters.includes('=two') || pattern === 'two') &&
              (!filters.includes('path_part') || path === 'a'),
          );
          const wanted = rowsOf(matching, group, sort);
          const query = `${filters}&group=${group}&sort=${sort}&limit=${limit}`;
          const byOffset: string[][] = [];
          for (let offset = 0; offset <= wanted.length; offset += limit) {
            const got = await page(user, `${query}&offset=${offset}`);
            expect([got.count, got.rows]).toEqual([matching.length, wanted.length]);
            expect(got.groups?.map((row) => row.events[0]?.id)).toEqual(got.results.map(({ id }) => id));
            byOffset.push(...(got.groups ?? []).map((row) => row.events.map(({ id }) => id)));
            for (const [at, row] of (got.groups ?? []).entries()) {
              const inRow = wanted[offset + at] ?? [];
              expect([row.count, row.places]).toEqual([inRow.length, new Set(inRow.map(placeOf)).size]);
            }
          }
          expect(byOffset).toEqual(wanted.map(idsOf));
          const walked: string[] = [];
          let cursor = '';
          for (;;) {
            const got = await page(user, `${query}${cursor}`);
            walked.push(...got.results.map(({ id }) => id));
            expect(got.rows).toBe(wanted.length);
            if (got.next_cursor === null) break;
            cursor = `&cursor=${got.next_cursor}`;
          }
          expect(walked).toEqual(wanted.map((row) => row[0]?.id));
        },
      ),
      { numRuns: 40 },
    );
  });

  const event = (change: Partial<Made> = {}): Made => ({
    id: randomUUID(),
    path: 'a',
    line: 1,
    secret: null,
    severity: null,
    status: 'open',
    pattern: 'one',
    minute: 1,
    ...change,
  });

  it('by cursor leaves out no row to which an event is added meanwhile', async () => {
    const { of, user } = await makeOwner(events);
    const first = [1, 2, 3].map((line) => event({ line, minute: line }));
    await insert(of, first);
    const query = 'group=place&limit=1';
    const one = await page(user, query);
    // Newer than the first page: as an event that is found now.
    await insert(of, [event({ line: 3, minute: Math.floor((NOW - Date.now()) / 60_000) - 60 })]);
    const two = await page(user, `${query}&cursor=${one.next_cursor}`);
    const three = await page(user, `${query}&cursor=${two.next_cursor}`);
    expect([one, two, three].flatMap(({ results }) => results.map(({ id }) => id))).toEqual(idsOf(first));
    expect(three.groups?.[0]?.count).toBe(2);
    expect((await page(user, query)).results[0]?.line).toBe(3);
  });

  it('keeps organisations apart for staff, and a cursor of another grouping is refused', async () => {
    const mine = await makeOwner(events);
    const theirs = await makeOwner(events);
    const path = randomUUID();
    await insert(mine.of, [event({ path }), event({ path, pattern: 'two' })]);
    await insert(theirs.of, [event({ path })]);
    const staff = testCaller(null, { staff: true });
    const found = await page(staff, `group=place&path_part=${path}`);
    expect([found.count, found.rows, found.groups?.map(({ count }) => count).toSorted()]).toEqual([3, 2, [1, 2]]);
    expect(found.groups?.flatMap((row) => row.events.map((one) => one.owner_status))).toEqual([false, false, false]);
    const { next_cursor: cursor } = await page(staff, `group=place&path_part=${path}&limit=1`);
    const answer = await events.get(staff, `/api/events/?group=secret&path_part=${path}&limit=1&cursor=${cursor}`);
    expect(answer.json()).toMatchObject({ code: 'cursor_invalid' });
  });

  it('has rows as the neighbours of an event', async () => {
    const { of, user } = await makeOwner(events);
    const [top, same, next] = [event(), event({ minute: 2, pattern: 'two' }), event({ minute: 3, line: 2 })];
    await insert(of, [top, same, next]);
    const neighbours = async (id: string, query: string) =>
      eventNeighbours.answer.parse((await events.get(user, `/api/events/${id}/neighbours/${query}`)).json());
    expect(await neighbours(top.id, '')).toEqual({ previous: null, next: same.id });
    expect(await neighbours(top.id, '?group=place')).toEqual({ previous: null, next: next.id });
    expect(await neighbours(next.id, '?group=place')).toEqual({ previous: top.id, next: null });
  });
});
