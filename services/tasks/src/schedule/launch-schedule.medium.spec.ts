import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { crawlQueue } from '@leakwatch/contracts';
import { type Database, newId, openFoundation, rows, sql } from '@leakwatch/platform';
import { buildTestService, waitUntil } from '@leakwatch/testing';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';
import { tasksService } from '../service.ts';
import { addLaunches } from '../launches/launch.store.ts';
import { LaunchLeader, LEASE_SECONDS } from './launch-leader.ts';
import { ReconcileLaunches, SILENCE_SECONDS } from '../launches/reconcile-launches.ts';
import { ReleaseLaunches } from '../launches/release-launches.ts';

const LAUNCHES = 20;

let services: TasksServices;
let database: Database;
let redis: Redis;

beforeAll(async () => {
  services = await openTasksServices(1);
  database = services.database;
  redis = new Redis(services.first.foundation.settings.REDIS_URL, { maxRetriesPerRequest: null });
});
afterAll(async () => {
  redis.disconnect();
  await services.close();
});
afterEach(() => query(database, (em) => rows(em, sql`update tasks.launch set state = 'cancelled' where state in ('waiting', 'released')`)));

const app = () => services.first.app;

describe('the reconciler', () => {
  it('queues again what Redis lost: after a flush during launches every launch runs, none twice', async () => {
    const organisation = await putOrganisation(database);
    const ids = await putTasks(database, organisation, LAUNCHES);
    await query(database, async (em) => {
      for (const id of ids) await addLaunches(em, id, 'start');
    });
    await app().get(ReleaseLaunches).run();
    const queue = new Queue(crawlQueue('git_repo'), { connection: redis });
    await waitUntil('all jobs are in the queue', async () => (await queue.getWaitingCount()) === LAUNCHES);
    const worked: string[] = [];
    const half = LAUNCHES / 2;
    const work = (most: number) =>
      new Worker(
        crawlQueue('git_repo'),
        async (job) => {
          await query(database, (em) => rows(em, sql`update tasks.launch set state = 'done' where id = ${job.id}::uuid`));
          worked.push(String(job.id));
          if (worked.length >= most) await new Promise<void>((resolve) => void resume.push(resolve));
        },
        { connection: redis.duplicate(), concurrency: 1 },
      );
    const resume: (() => void)[] = [];
    const before = work(half);
    await waitUntil('half is worked on', async () => worked.length >= half);
    await redis.flushdb();
    for (const go of resume) go();
    await before.close(true);
    const made = await app().get(ReconcileLaunches).run(0);
    expect(made).toBe(LAUNCHES - half);
    expect(await app().get(ReconcileLaunches).run(0)).toBe(0);
    const after = work(Number.POSITIVE_INFINITY);
    await waitUntil('the rest is worked on', async () => worked.length >= LAUNCHES);
    await after.close();
    await queue.close();
    expect(new Set(worked).size).toBe(LAUNCHES);
    expect(worked).toHaveLength(LAUNCHES);
  });

  it('takes the silence of a launch for a loss soon when it never reported, and late when it did', async () => {
    const organisation = await putOrganisation(database);
    const [task = ''] = await putTasks(database, organisation, 1);
    const launch = newId();
    const silentSince = (column: 'released_at' | 'activity_at') =>
      query(database, (em) =>
        rows(
          em,
          sql`update tasks.launch set ${sql.ref(column)} = now() - make_interval(secs => ${SILENCE_SECONDS + 1}) where id = ${launch}`,
        ),
      );
    await query(database, (em) =>
      rows(
        em,
        sql`insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, state, task_version)
            values (${launch}, ${task}, ${organisation}, 'pastebin', 'schedule', 'released', 1)`,
      ),
    );
    await silentSince('released_at');
    expect(await app().get(ReconcileLaunches).run()).toBe(1);
    await redis.flushdb();
    await silentSince('activity_at');
    expect(await app().get(ReconcileLaunches).run()).toBe(0);
  });
});

describe('turns of organisations', () => {
  it('an organisation with three hundred launches leaves room for one with a few', async () => {
    const [many, few] = [await putOrganisation(database), await putOrganisation(database)];
    await query(database, async (em) => {
      for (const id of await putTasks(database, many, 300)) await addLaunches(em, id, 'start');
    });
    await query(database, async (em) => {
      for (const id of await putTasks(database, few, 3)) await addLaunches(em, id, 'start');
    });
    const released = () =>
      query(database, (em) =>
        rows(
          em,
          sql<{ n: number }>`select count(*)::int as n from tasks.launch where organisation_id = ${few} and state in ('released', 'done')`,
        ),
      );
    // A turn allows fifty requests and a launch here costs one: the few are released by the fourth window of twenty.
    for (let window = 0; window < 4; window += 1) {
      await app()
        .get(ReleaseLaunches)
        .run(() => 20);
      await query(database, (em) => rows(em, sql`update tasks.launch set state = 'done' where state = 'released'`));
    }
    expect(await released()).toEqual([{ n: 3 }]);
  });
});

describe('the leader', () => {
  it('is replaced by the other service within fifteen seconds after it was killed', async () => {
    expect(LEASE_SECONDS + 2).toBeLessThanOrEqual(15);
    const foundation = await openFoundation(tasksService, services.environment.env);
    const second = await buildTestService(tasksService, foundation);
    // Like a killed process, it holds the lease and never renews it.
    const dead = new LaunchLeader(database);
    // The first service may take the lease back in between.
    await waitUntil('the dead process leads', async () => {
      await app().get(LaunchLeader).onModuleDestroy();
      return dead.leads();
    });
    await second.init();
    const organisation = await putOrganisation(database);
    const [task = ''] = await putTasks(database, organisation, 1);
    await query(database, async (em) => {
      await rows(em, sql`update tasks.task set running = true where id = ${task}`);
      await rows(em, sql`update tasks.task_source set next_launch_at = now() where task_id = ${task}`);
    });
    const launched = sql<{ id: string }>`select id from tasks.launch where task_id = ${task}`;
    await waitUntil('another adds what is due', async () => (await query(database, (em) => rows(em, launched))).length === 1);
    await second.close();
  });
});
