import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnswerOf, chartData, eventChangesV1, rebuildCharts } from '@leakwatch/contracts';
import { type Caller, CONSUMER, type Foundation, openFoundation, outgoing, row, rows, scopeOf, sql } from '@leakwatch/platform';
import { buildTestService, callerHeaders, createTestEnvironment, testCaller, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import { makeOwner, openEvents } from '../../../events/src/events.fixture.ts';
import { chartOf } from '../charts/chart-data.read-model.ts';
import { chartPatterns } from '../charts/chart-info.read-model.ts';
import { reportsService } from '../service.ts';

type Step = AnswerOf<typeof rebuildCharts>;

/** Beside the real events service, over one database and bus. */
describe('the counts of events', () => {
  let environment: TestEnvironment;
  let events: Awaited<ReturnType<typeof openEvents>>;
  let foundation: Foundation;
  let app: Awaited<ReturnType<typeof buildTestService>>;
  const staff = testCaller(null, { staff: true });

  beforeAll(async () => {
    environment = await createTestEnvironment();
    events = await openEvents(environment);
    await events.app.listen(0, '127.0.0.1');
    environment.env['EVENTS_URL'] = await events.app.getUrl();
    foundation = await openFoundation(reportsService, environment.env);
    app = await buildTestService(reportsService, foundation);
    await app.startAllMicroservices();
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });
  afterAll(async () => {
    await app.close();
    await events.close();
    await environment.drop();
  });

  const settled = async () => {
    await events.settled();
    await waitUntil('the counts', async () => (await foundation.bus.lag('reports')) === 0);
  };
  // Below the calls, which ask the tasks service for the task.
  const info = async (caller: Caller, task: string) =>
    (await foundation.database.inScope(scopeOf(caller), (em) => chartPatterns(em, task))).patterns;
  const range = () => ({
    start: new Date(Date.now() - 5 * 86_400_000).toISOString(),
    end: new Date(Date.now() + 60_000).toISOString(),
  });
  const chart = async (caller: Caller, task: string, more: { pattern?: string } = {}) =>
    chartData.answer.parse(await foundation.database.inScope(scopeOf(caller), (em) => chartOf(em, task, { ...range(), ...more })));
  const sum = ({ data }: { data: readonly number[] }) => data.reduce((total, count) => total + count, 0);
  const step = async (body: Partial<Step>): Promise<Step> => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/control/charts/rebuild/',
      headers: callerHeaders(staff),
      payload: body,
    });
    return rebuildCharts.answer.parse(answer.json());
  };
  const rebuild = async () => {
    let at = await step({});
    while (!at.done) at = await step(at);
    return at;
  };
  const empty = () =>
    foundation.database.inScope(CONSUMER, async (em) => {
      await rows(em, sql`delete from reports.daily_events`);
      await rows(em, sql`delete from reports.counted_event`);
    });
  const eventsOf = (table: 'reports.daily_events' | 'reports.counted_event') =>
    foundation.database.inScope(CONSUMER, async (em) => {
      const total = table === 'reports.daily_events' ? sql`coalesce(sum(events), 0)` : sql`count(*)`;
      return (await row(em, sql<{ n: number }>`select ${total}::int as n from ${sql.table(table)}`))?.n;
    });

  it('are those of the day, by source and pattern; a change of status and a redelivery add nothing', async () => {
    const { of, user } = await makeOwner(events);
    await events.find(of, ['a', 'b']);
    await events.find(of, ['a'], { pattern: { id: randomUUID(), kind: 'keyword', text: 'other words' } });
    await events.find(of, ['a'], { source_type: 'git_repo' });
    const first = (await events.list(user)).results[0]?.id ?? '';
    await events.app.inject({
      method: 'POST',
      url: `/api/events/${first}/change_status/`,
      headers: callerHeaders(user),
      payload: { status: 'fixed' },
    });
    await settled();
    expect(await info(user, of.task_id)).toEqual([
      { pattern: 'romashka vpn', pattern_count: 3 },
      { pattern: 'other words', pattern_count: 1 },
    ]);
    const all = await chart(user, of.task_id);
    expect(all.labels).toHaveLength(6);
    expect([sum(all.git), sum(all.git_repo), sum(all.gist)]).toEqual([3, 1, 0]);
    expect(sum((await chart(user, of.task_id, { pattern: 'other words' })).git)).toBe(1);
  });

  it("say nothing of another organisation's task", async () => {
    const { of } = await makeOwner(events);
    const stranger = await makeOwner(events);
    await events.find(of, ['a']);
    await settled();
    expect(await info(stranger.user, of.task_id)).toEqual([]);
    expect(sum((await chart(stranger.user, of.task_id)).git)).toBe(0);
  });

  it('go with the events of a deleted task, also those that come late', async () => {
    const { of, user } = await makeOwner(events);
    const other = { ...of, task_id: randomUUID() };
    await events.publishTask(other);
    await events.find(of, ['a']);
    await events.find(other, ['a']);
    await settled();
    await events.deleteTask(of);
    await events.find(of, ['late']);
    await settled();
    expect(await info(user, of.task_id)).toEqual([]);
    expect(await info(user, other.task_id)).toEqual([{ pattern: 'romashka vpn', pattern_count: 1 }]);
    expect(await info(staff, of.task_id)).toEqual([]);
  });

  it('are right after a rebuild from an empty table, while new events arrive', async () => {
    const { of, user } = await makeOwner(events);
    const deleted = { ...of, task_id: randomUUID() };
    await events.publishTask(deleted);
    await events.find(deleted, ['gone']);
    await events.deleteTask(deleted);
    const paths = Array.from({ length: 300 }, (_, n) => `old-${n}`);
    await events.find(of, paths);
    await settled();
    await empty();
    expect(await info(user, of.task_id)).toEqual([]);

    const arriving = (async () => {
      for (let n = 0; n < 20; n += 1) await events.find(of, [`new-${n}`, 'old-1']);
    })();
    let rebuilds = 0;
    let running = true;
    void arriving.finally(() => (running = false));
    while (running) {
      await rebuild();
      rebuilds += 1;
    }
    await arriving;
    await settled();

    expect(rebuilds).toBeGreaterThan(0);
    const shown = (await events.list(user)).count;
    expect(shown).toBe(320);
    expect(await info(user, of.task_id)).toEqual([{ pattern: 'romashka vpn', pattern_count: shown }]);
    expect(sum((await chart(user, of.task_id)).git)).toBe(shown);
    expect(await info(user, deleted.task_id)).toEqual([]);
    expect(await eventsOf('reports.daily_events')).toBe(await eventsOf('reports.counted_event'));
  });

  it('after a rebuild have no event that the events service lacks, and every event that arrived during the rebuild', async () => {
    const { of, user } = await makeOwner(events);
    await events.find(of, ['a']);
    await settled();
    await foundation.database.inScope(CONSUMER, async (em) => {
      await rows(
        em,
        sql`insert into reports.counted_event values (gen_random_uuid(), ${of.organisation_id}, ${of.task_id}, 'gist', 'never was', now(), 0)`,
      );
      await rows(em, sql`insert into reports.daily_events values (${of.organisation_id}, ${of.task_id}, now(), 'gist', 'never was', 7)`);
    });
    const begun = await foundation.database.inScope(CONSUMER, (em) =>
      row(em, sql<{ number: number }>`insert into reports.rebuild (number) select max(number) + 1 from reports.rebuild returning number`),
    );
    // Published while the rebuild runs, after the page that was read last: the snapshot does not have it.
    const [change_id, event_id, at] = [randomUUID(), randomUUID(), new Date().toISOString()];
    const told = {
      ...of,
      change_id,
      event_id,
      source_type: 'github',
      pattern: 'between',
      created: at,
      from: null,
      to: 'open',
      at,
    } as const;
    await events.publish([outgoing(eventChangesV1, told)]);
    await settled();
    const last = await step({ rebuild: begun?.number ?? -1, after: null });
    expect(last.done).toBe(true);
    expect(await info(user, of.task_id)).toEqual([
      { pattern: 'between', pattern_count: 1 },
      { pattern: 'romashka vpn', pattern_count: 1 },
    ]);
  });

  it('refuse a rebuild that was never begun', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/control/charts/rebuild/',
      headers: callerHeaders(staff),
      payload: { rebuild: 1_000_000 },
    });
    expect(answer.json()).toMatchObject({ code: 'rebuild_unknown' });
  });
});
