import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CountedEvent,
  errorAnswer,
  organisationChangesV1,
  organisationStatistics,
  STATISTICS_TEMPLATES,
  type StatisticsTemplate,
} from '@leakwatch/contracts';
import {
  type Caller,
  CONSUMER,
  type Foundation,
  openFoundation,
  outgoing,
  rows,
  type SqlEntityManager,
  sql,
  STAFF,
} from '@leakwatch/platform';
import { buildTestService, callerHeaders, createTestEnvironment, testCaller, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import { SERIES_NAMES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { countEvents, keepCounted, removeCounts } from '../event-counts/event-counts.store.ts';
import { reportsService } from '../service.ts';
import { organisationChart } from './organisation-statistics.read-model.ts';

const NOW = new Date('2026-11-02T13:30:00Z');
const HOUR_MS = 3_600_000;
const [OURS, THEIRS] = [randomUUID(), randomUUID()];
const TASKS = [randomUUID(), randomUUID()];
const staff = testCaller(null, { staff: true });

/** Events of 40 days, most of them of the last two. */
const event = fc.record({
  event_id: fc.uuid({ version: 4 }),
  organisation_id: fc.constantFrom(OURS, OURS, THEIRS),
  task_id: fc.constantFrom(...TASKS),
  source_type: fc.constantFrom(...SOURCE_TYPES),
  pattern: fc.constantFrom('corp.example', 'ромашка'),
  created: fc
    .oneof(fc.integer({ min: 0, max: 48 * HOUR_MS }), fc.integer({ min: 0, max: 40 * 24 * HOUR_MS }))
    .map((ago) => new Date(NOW.getTime() - ago).toISOString()),
});

/** The numbers above zero, by label and series, counted one by one. */
function expected(events: readonly CountedEvent[], template: StatisticsTemplate): Readonly<Record<string, number>> {
  const [from, length, suffix] = template === 'last_day' ? (['2026-11-01T14:00Z', 13, ':00Z'] as const) : (['2026-10-02', 10, ''] as const);
  const counted: Record<string, number> = {};
  for (const { organisation_id: organisation, created, source_type: source } of events) {
    const label = `${created.slice(0, length)}${suffix}`;
    if (organisation !== OURS || label < from) continue;
    const key = `${label} ${SERIES_NAMES[source]}`;
    counted[key] = (counted[key] ?? 0) + 1;
  }
  return counted;
}

describe('the statistics of an organisation', () => {
  let environment: TestEnvironment;
  let foundation: Foundation;
  let app: Awaited<ReturnType<typeof buildTestService>>;
  beforeAll(async () => {
    environment = await createTestEnvironment();
    foundation = await openFoundation(reportsService, environment.env);
    app = await buildTestService(reportsService, foundation);
    await app.startAllMicroservices();
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    for (const organisation_id of [OURS, THEIRS])
      await foundation.database.inScope(CONSUMER, (em) =>
        foundation.bus.publish(em, [
          outgoing(organisationChangesV1, {
            ...{ organisation_id, version: 1, name: organisation_id, active: true, trusted: true, deleted: false, tariff: null },
            ...{ custom_time_limitations: false, starts_at: '2026-01-01T00:00:00.000Z', expires_at: '2027-01-01T00:00:00.000Z' },
          }),
        ]),
      );
    await waitUntil('the organisations', async () => (await foundation.bus.lag('reports')) === 0);
  });
  afterAll(async () => {
    await app.close();
    await environment.drop();
  });

  /** Forgets every event, then counts anew. */
  const count = (work: (em: SqlEntityManager) => Promise<unknown>) =>
    foundation.database.inScope(CONSUMER, async (em) => {
      for (const table of ['daily_events', 'counted_event', 'deleted_task'])
        await rows(em, sql`delete from ${sql.table(`reports.${table}`)}`);
      await work(em);
    });
  const answered = async (template: StatisticsTemplate) => {
    const { labels, ...series } = organisationStatistics.answer.parse(
      await foundation.database.inScope(STAFF, (em) => organisationChart(em, OURS, template, NOW)),
    );
    const counts = Object.entries(series).flatMap(([name, { data }]) => {
      expect(data).toHaveLength(labels.length);
      return data.map((count, at) => [`${labels[at]} ${name}`, count] as const);
    });
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  };
  const ask = async (caller: Caller | null, company: string, query = '') => {
    const headers = caller === null ? {} : callerHeaders(caller);
    const answer = await app.inject({ method: 'GET', url: `/api/statistic/${company}/events/${query}`, headers });
    return answer.statusCode === 200
      ? { status: 200, body: organisationStatistics.answer.parse(answer.json()) }
      : { status: answer.statusCode, code: errorAnswer.parse(answer.json()).code };
  };

  it('equal the events counted one by one, also where a task was deleted with its events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(event, { selector: (one) => one.event_id, maxLength: 60 }), fc.boolean(), async (events, deletes) => {
        const shown = events.filter((one) => !deletes || one.task_id !== TASKS[0]);
        await count(async (em) => {
          await countEvents(em, events);
          // Redelivered.
          await countEvents(em, events.slice(0, 5));
          if (deletes) await removeCounts(em, TASKS[0] ?? '', OURS);
          if (deletes) await removeCounts(em, TASKS[0] ?? '', THEIRS);
        });
        for (const template of STATISTICS_TEMPLATES) expect(await answered(template)).toEqual(expected(shown, template));
      }),
      { numRuns: 25 },
    );
  });

  it('have the hours of events that were counted before hours were kept, after a rebuild', async () => {
    const [one] = fc.sample(event, 1);
    if (one === undefined) throw new Error('no event');
    const counted = { ...one, organisation_id: OURS, created: '2026-11-02T13:10:00.000Z' };
    await count(async (em) => {
      await countEvents(em, [counted]);
      await rows(em, sql`update reports.counted_event set created = null`);
    });
    expect(await answered('last_day')).toEqual({});
    await foundation.database.inScope(CONSUMER, (em) => keepCounted(em, [counted], 0));
    expect(await answered('last_day')).toEqual(expected([counted], 'last_day'));
  });

  it('have 24 hours without a template, and the days of a month with it', async () => {
    const day = await ask(staff, OURS);
    expect(day.body?.labels).toHaveLength(24);
    expect(day.body?.labels.at(-1)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00Z$/);
    expect((await ask(staff, OURS, '?template=last_day')).body?.labels).toHaveLength(24);
    expect((await ask(staff, OURS, '?template=last_month')).body?.labels.at(-1)).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it('are for staff, of an organisation that exists', async () => {
    expect(await ask(null, OURS)).toEqual({ status: 401, code: 'caller_unsigned' });
    expect(await ask(testCaller(OURS), OURS)).toEqual({ status: 403, code: 'forbidden' });
    expect(await ask(staff, randomUUID())).toEqual({ status: 404, code: 'not_found' });
    expect(await ask(staff, 'romashka')).toEqual({ status: 400, code: 'invalid_request' });
    expect(await ask(staff, OURS, '?template=last_year')).toEqual({ status: 400, code: 'invalid_request' });
  });
});
