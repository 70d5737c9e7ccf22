import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeOneStatus, type EventOverview, eventOverview, listEvents, SEVERITY_FILTERS } from '@leakwatch/contracts';
import { type Caller, CONSUMER, rows, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { EVENT_STATUSES } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { wireId } from '../detectors/examine-texts.ts';
import { makeOwner, openEvents, publishOrganisation } from '../events.fixture.ts';
import { CountSchedule } from '../statistics/count-schedule.ts';

const ORGANISATIONS = [randomUUID(), randomUUID()] as const;
const TASKS = [1, 2, 3].map(() => randomUUID());
const HOUR_MS = 3_600_000;

/** An event that the test wrote; times in hours before now, so that ages and periods are met on both sides of their bounds. */
const written = fc.record({
  id: fc.uuid({ version: 4 }),
  organisation: fc.constantFrom(...ORGANISATIONS),
  task: fc.constantFrom(...TASKS),
  status: fc.constantFrom(...EVENT_STATUSES),
  severity: fc.constantFrom(...SEVERITY_FILTERS),
  repository: fc.constantFrom('team/one', 'team/two', ''),
  /** Of the commit; empty where there is none. */
  author: fc.constantFrom('irina@corp.example', 'Олег', ''),
  owner: fc.constantFrom('team', ''),
  created: fc.integer({ min: 1, max: 3000 }),
  /** Hours from the creation, of fixed events. */
  returned: fc.option(fc.integer({ min: 0, max: 500 })),
  /** Hours from the creation or the return. */
  fixed: fc.integer({ min: 0, max: 500 }),
});
type Written = typeof written extends fc.Arbitrary<infer W> ? W : never;

describe('the overview of events', () => {
  let events: Awaited<ReturnType<typeof openEvents>>;
  beforeAll(async () => {
    events = await openEvents();
  });
  afterAll(() => events.close());

  const overview = async (caller: Caller, query = '') =>
    eventOverview.answer.parse((await events.get(caller, `${eventOverview.path}?${query}`)).json());
  const listed = async (caller: Caller, filters: Readonly<Record<string, string | null>>) => {
    const query = new URLSearchParams(
      Object.entries(filters).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])),
    );
    return listEvents.answer.parse((await events.get(caller, `${listEvents.path}?limit=1&${query.toString()}`)).json()).count;
  };

  async function write(all: readonly Written[], now: number): Promise<void> {
    const at = (hours: number) => new Date(now - hours * HOUR_MS).toISOString();
    await events.foundation.database.inScope(CONSUMER, async (em) => {
      await rows(em, sql`delete from events.event`);
      for (const one of all) {
        const returned = one.returned === null ? null : at(one.created - one.returned);
        const fixed = one.status === 'fixed' ? at(one.created - (one.returned ?? 0) - one.fixed) : null;
        const severity = one.severity === 'none' ? null : one.severity;
        const commit = one.author === '' ? null : JSON.stringify({ id: 'c', author: one.author, committed_at: at(one.created) });
        await rows(
          em,
          sql`insert into events.event (id, organisation_id, task_id, source_type, language, pattern_text, owner, container_title, status, severity,
              detectors, pattern_kind, container_key, container_url, path, file_url, lines_hash, filter_keywords, line, excerpt, document_version,
              last_seen, commit, created, fixed_at, returned_at)
            values (${one.id}, ${one.organisation}, ${one.task}, 'git_repo', 'YAML', 'word', ${one.owner}, ${one.repository}, ${one.status},
              ${severity}, ${severity === null ? [] : [wireId('jwt')]}::uuid[], 'keyword', 'k', '', 'p', '', '', '{}', 1,
              '{"text":"","segments":[],"highlights":[],"truncated":false}', 'v', now(), ${commit}::jsonb, ${at(one.created)}::timestamptz,
              ${fixed}::timestamptz, ${returned}::timestamptz)`,
        );
      }
    });
  }

  /** Every number with the filter of the list to which the console leads from it. */
  const numbersOf = ({ ages, cells, fixed, ...of }: EventOverview): [number, Readonly<Record<string, string | null>>][] => [
    [of.open, { status: 'open' }],
    [of.in_progress, { status: 'in_progress' }],
    ...cells.map(({ severity, age, count }): [number, Record<string, string | null>] => {
      const bounds = ages.find((one) => one.age === age);
      return [count, { status: 'open', severity, start_datetime: bounds?.start ?? null, end_datetime: bounds?.end ?? null }];
    }),
    ...of.repositories.map(({ repo_name, count }): [number, Record<string, string>] => [count, { repo_name }]),
    ...of.authors.map(({ author, count }): [number, Record<string, string>] => [count, { author }]),
    ...of.tasks.map(({ task, count }): [number, Record<string, string>] => [count, { task }]),
    [fixed.count, { status: 'fixed', fixed_start: fixed.start }],
    ...fixed.severities.map(({ severity, count }): [number, Record<string, string>] => [
      count,
      { status: 'fixed', severity, fixed_start: fixed.start },
    ]),
  ];

  const medianOf = (values: readonly number[]) => {
    const sorted = values.toSorted((left, right) => left - right);
    const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
    return low === undefined || high === undefined ? null : (low + high) / 2;
  };

  it('has the numbers of the list and of the events counted one by one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(written, { selector: ({ id }) => id, maxLength: 40 }),
        fc.constantFrom(7, 30, 90, 365),
        fc.boolean(),
        async (all, days, addedUp) => {
          const now = Date.now();
          await write(all, now);
          if (addedUp) await events.app.get(CountSchedule).run();
          for (const organisation of ORGANISATIONS) {
            const user = testCaller(organisation);
            const shown = await overview(user, `days=${days}`);
            const open = all.filter((one) => one.organisation === organisation && one.status === 'open');
            expect(shown.open).toBe(open.length);
            expect(shown.cells.reduce((sum, { count }) => sum + count, 0)).toBe(open.length);
            expect(shown.repositories.reduce((sum, { count }) => sum + count, 0)).toBe(open.filter((one) => one.repository !== '').length);
            const named = open.filter((one) => (one.author || one.owner) !== '');
            expect(shown.authors.reduce((sum, { count }) => sum + count, 0)).toBe(named.length);
            const fixed = all.filter((one) => {
              const before = one.created - (one.returned ?? 0) - one.fixed;
              return one.organisation === organisation && one.status === 'fixed' && now - before * HOUR_MS >= Date.parse(shown.fixed.start);
            });
            expect(Math.floor((now - Date.parse(shown.fixed.start)) / (24 * HOUR_MS))).toBe(days);
            expect(shown.fixed.count).toBe(fixed.length);
            expect(shown.fixed.median).toBe(medianOf(fixed.map((one) => one.fixed * 3600)));
            for (const [number, filter] of numbersOf(shown)) expect([filter, await listed(user, filter)]).toEqual([filter, number]);
            const staff = testCaller(null, { staff: true });
            expect(await overview(staff, `days=${days}&org=${organisation}`)).toMatchObject({ open: shown.open, tasks: shown.tasks });
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('measures the time to the fix, again from the return of a leak; another status is no fix', async () => {
    const { of, user: caller } = await makeOwner(events);
    await publishOrganisation(events, of.organisation_id);
    const user = { ...caller, account: { id: randomUUID(), username: 'irina' } };
    const back = { document: { version: 'b'.repeat(40), bytes: 100 } };
    await events.find(of, ['a']);
    await events.find(of, ['b']);
    const idOf = async (path: string) => (await events.list(user)).results.find(({ file_path }) => file_path === path)?.id ?? '';
    const [a, b] = [await idOf('a'), await idOf('b')];
    const set = (id: string, status: string) => events.call(user, 'POST', changeOneStatus.path.replace('{id}', id), { status });
    const age = (id: string, column: 'created' | 'returned_at', hours: number) =>
      events.foundation.database.inScope(CONSUMER, (em) =>
        rows(em, sql`update events.event set ${sql.ref(column)} = now() - make_interval(hours => ${hours}) where id = ${id}`),
      );
    await age(a, 'created', 10);
    await set(a, 'fixed');
    await set(b, 'fixed');
    await set(b, 'false');
    expect((await overview(user)).fixed).toMatchObject({ count: 1 });
    expect(Math.round(((await overview(user)).fixed.median ?? 0) / 3600)).toBe(10);
    await events.find(of, ['a'], { ...back, found_at: new Date(Date.now() + 60_000).toISOString() });
    expect((await overview(user)).fixed).toMatchObject({ count: 0, median: null, severities: [] });
    await age(a, 'returned_at', 2);
    await set(a, 'fixed');
    expect(Math.round(((await overview(user)).fixed.median ?? 0) / 3600)).toBe(2);
  });

  it('leaves out what belongs to another organisation or to a deleted task', async () => {
    const [one, other] = [await makeOwner(events), await makeOwner(events)];
    await events.find(one.of, ['a']);
    expect((await overview(one.user)).tasks).toEqual([{ task: one.of.task_id, title: 'a task', count: 1 }]);
    expect(await overview(other.user, `org=${one.of.organisation_id}`)).toMatchObject({ open: 0, cells: [], tasks: [] });
    await events.deleteTask(one.of);
    expect(await overview(one.user)).toMatchObject({ open: 0, cells: [], repositories: [], authors: [], tasks: [] });
  });

  it.each(['days=8', 'days=all', 'org=1'])('%s is refused', async (query) => {
    const { user } = await makeOwner(events);
    expect((await events.get(user, `${eventOverview.path}?${query}`)).statusCode).toBe(400);
  });
});
