import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Foundation, newId, openFoundation, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import { CrawlQueues } from './crawl-queues.ts';
import { addDueLaunches } from './launch.store.ts';
import { tasksService } from '../service.ts';
import { ReleaseLaunches } from './release-launches.ts';

const SERVICES = 4;
/** Runs of each service, so that some count while others have not committed yet. */
const RUNS = 6;
const WINDOW = 20;
const TASKS = 3 * WINDOW;

let environment: TestEnvironment;
let services: { foundation: Foundation; queues: CrawlQueues; release: ReleaseLaunches }[];

beforeAll(async () => {
  environment = await createTestEnvironment();
  services = await Promise.all(
    Array.from({ length: SERVICES }, async () => {
      const foundation = await openFoundation(tasksService, environment.env);
      const queues = new CrawlQueues(foundation.settings, foundation.logger);
      return { foundation, queues, release: new ReleaseLaunches(foundation.database, queues, foundation.logger) };
    }),
  );
  await services[0]?.foundation.database.inScope(SCHEDULER, async (em) => {
    for (let task = 0; task < TASKS; task += 1) {
      const id = newId();
      await rows(
        em,
        sql`insert into tasks.task (id, organisation_id, title, running, recipients, filter_keywords, filter_mode)
            values (${id}, ${newId()}, 'a task', true, '{}', '{}', 'exclude')`,
      );
      await rows(
        em,
        sql`insert into tasks.task_source (task_id, organisation_id, source_type, search_type, next_launch_at)
            select id, organisation_id, 'git_repo', 'by_code', now() from tasks.task where id = ${id}`,
      );
    }
  });
});
afterAll(async () => {
  for (const { foundation, queues } of services) {
    await queues.onApplicationShutdown();
    await foundation.close();
  }
  await environment.drop();
});

it('concurrent tasks services add each due launch once, and release one window together', async () => {
  await Promise.all(services.map(({ foundation }) => foundation.database.inScope(SCHEDULER, addDueLaunches)));
  const runs = services.flatMap(({ release }) => Array.from({ length: RUNS }, () => release.run(() => WINDOW)));
  const released = await Promise.all(runs);
  expect(released.reduce((sum, count) => sum + count, 0)).toBe(WINDOW);
  const states = await services[0]?.foundation.database.inScope(SCHEDULER, (em) =>
    rows(em, sql`select state, count(*)::int as count from tasks.launch group by state order by state`),
  );
  expect(states).toEqual([
    { state: 'released', count: WINDOW },
    { state: 'waiting', count: TASKS - WINDOW },
  ]);
});
