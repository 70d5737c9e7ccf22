import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getTask, type LaunchProgress, technicalFactsV1, type UnitSums } from '@leakwatch/contracts';
import { BUS, type Bus, type Delivery, LIVE, type LiveNotifier, newId, rows, SETTINGS, sql } from '@leakwatch/platform';
import { LaunchesConsumer } from '../launches/launches.consumer.ts';
import type { TasksSettings } from '../settings.ts';
import { openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';

let services: TasksServices;
beforeAll(async () => {
  services = await openTasksServices(1);
});
afterAll(() => services.close());

const HOUR_MS = 3_600_000;
/** A launch of which nothing was reported for minutes counts as one without a crawler. */
const NOW = Date.now();
const SUMS: UnitSums = {
  ...{ units: 3, failed: 0, total: 9, returned: 9, read: 9, unread: 0, unchecked: 0, capped: 0, incomplete: 0 },
  ...{ silent: 0, silent_since: null, failing_since: null, last_full_pass: null, error_code: null, stalled: null },
};
const stalled = (hours: number, error_code: 'no_account' | 'upstream_limited' | null): UnitSums => ({
  ...SUMS,
  stalled: { since: new Date(NOW - hours * HOUR_MS).toISOString(), error_code },
});

async function withSearch() {
  const { app, foundation } = services.first;
  const organisation = await putOrganisation(services.database);
  const [task = ''] = await putTasks(services.database, organisation, 1, { sources: ['github'] });
  const launch = newId();
  await query(services.database, (em) =>
    rows(
      em,
      sql`insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, state, task_version)
          values (${launch}, ${task}, ${organisation}, 'github', 'schedule', 'released', 1)`,
    ),
  );
  await query(services.database, (em) => rows(em, sql`update tasks.task set running = true where id = ${task}`));
  const consumer = new LaunchesConsumer(
    services.database,
    app.get<TasksSettings>(SETTINGS),
    app.get<LiveNotifier>(LIVE),
    app.get<Bus>(BUS),
  );
  const report = async (units: UnitSums): Promise<void> => {
    const payload: LaunchProgress = {
      ...{ launch_id: launch, task_id: task, organisation_id: organisation, source_type: 'github' },
      ...{ progress: 10, activity_at: new Date(NOW).toISOString(), repositories: [], units },
    };
    const delivery: Delivery<LaunchProgress> = { id: newId(), key: launch, payload, publishedAt: new Date(NOW) };
    await consumer.progress([delivery]);
  };
  const shown = async () => {
    const answer = await app.inject({ method: 'GET', url: `/api/tasks/${task}/`, headers: services.headers(organisation) });
    return getTask.answer.parse(answer.json()).sources.find(({ source_type }) => source_type === 'github')?.stalled;
  };
  const facts = async () => {
    const found = await foundation.database.orm.em
      .fork()
      .getConnection()
      .execute<{ payload: unknown }[]>(
        `select payload from bus.message where topic = ? and payload ->> 'organisation_id' = ? order by position`,
        [technicalFactsV1.topic, organisation],
      );
    return found
      .map(({ payload }) => technicalFactsV1.schema.parse(payload))
      .map(({ kind, state, error_code }) => [kind, state, error_code]);
  };
  const stop = () => query(services.database, (em) => rows(em, sql`update tasks.task set running = false where id = ${task}`));
  return { report, shown, facts, stop };
}

it('a search without progress is shown with its reason, and the organisation is notified once when nobody else would end it', async () => {
  const { report, shown, facts, stop } = await withSearch();
  await report(SUMS);
  expect([await shown(), await facts()]).toEqual([null, []]);
  await report(stalled(0.5, 'no_account'));
  expect([await shown(), await facts()]).toEqual([stalled(0.5, 'no_account').stalled, []]);
  await report(stalled(1, 'no_account'));
  await report(stalled(2, 'no_account'));
  expect(await facts()).toEqual([['source_waiting', 'begun', 'no_account']]);
  await report(SUMS);
  expect([await shown(), (await facts()).map(([, state]) => state)]).toEqual([null, ['begun', 'over']]);
  await report(stalled(2, 'no_account'));
  await stop();
  expect(await shown()).toBeNull();
});

it('a quota that ends within a day is no reason for a notification', async () => {
  const { report, facts } = await withSearch();
  await report(stalled(24, 'upstream_limited'));
  await report(stalled(24, null));
  expect(await facts()).toEqual([]);
  await report(stalled(25, 'upstream_limited'));
  expect(await facts()).toEqual([['source_waiting', 'begun', 'upstream_limited']]);
});
