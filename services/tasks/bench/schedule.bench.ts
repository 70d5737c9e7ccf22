import { type Bench, type BenchContext, figure, goal, interleave, machineLine, median, ratioOf, table } from '@leakwatch/bench';
import { listTasks } from '@leakwatch/contracts';
import { type Database, organisationScope, roleOf, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { testCaller, withStack } from '@leakwatch/testing';
import pg from 'pg';
import { addDueLaunches } from '../src/launches/launch.store.ts';
import { StartTask } from '../src/task-running/start-task.ts';
import { TASK_COLUMNS } from '../src/search-tasks/task-list.read-model.ts';
import { openTasksServices, putOrganisation, putTasks } from '../src/tasks.fixture.ts';
import { BARE_TICK } from './bare-tick.ts';

const SIZES = {
  full: { listed: 10_000, pages: 20, started: 1000, pairs: 100_000 },
  tiny: { listed: 200, pages: 2, started: 40, pairs: 400 },
} as const;
const SOURCES = ['git_repo', 'github', 'gist', 'pastebin'];
/** One source of each task, so that pairs are counted in tasks. */
const ONE_SOURCE = ['git_repo'];
const HUNDRED = 10;
const HOUR_MS = 3_600_000;
const PAUSE_MS = 6 * HOUR_MS;
const TICK_MS = 300_000;
const TICKS = (24 * HOUR_MS) / TICK_MS;

type Services = Awaited<ReturnType<typeof openTasksServices>>;

interface Stage {
  readonly context: BenchContext;
  readonly services: Services;
  readonly database: Database;
  readonly client: pg.Client;
}

/** As the service works: under its role, with the row-level security policies in force. */
async function inScope<T>(client: pg.Client, scope: string, organisation: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  await client.query(`set local role ${roleOf('tasks')}`);
  await client.query(`select set_config('leakwatch.scope', $1, true), set_config('leakwatch.organisation', $2, true)`, [
    scope,
    organisation,
  ]);
  const result = await work();
  await client.query('commit');
  return result;
}

async function list({ context, services, database, client }: Stage): Promise<void> {
  const { listed, pages } = SIZES[context.size];
  const organisation = await putOrganisation(database);
  await putTasks(database, organisation, listed);
  await client.query('analyze');
  const compiled = await database.inScope(organisationScope(organisation), async (em) =>
    sql`select ${TASK_COLUMNS} from tasks.task t where t.archived_at is null order by t.created desc, t.id limit 10`.compile(
      em.getKysely(),
    ),
  );
  const headers = services.headers(organisation);
  const measured = await interleave([
    {
      name: 'bare SQL',
      run: async () => {
        let found = 0;
        for (let page = 0; page < pages; page += 1)
          found += await inScope(client, 'organisation', organisation, async () => {
            const { rows: counted } = await client.query<{ n: number }>(
              'select count(*)::int as n from tasks.task where archived_at is null',
            );
            return (counted[0]?.n ?? 0) + ((await client.query(compiled.sql)).rowCount ?? 0);
          });
        return found;
      },
    },
    {
      name: 'GET /api/tasks/',
      run: async () => {
        let found = 0;
        for (let page = 0; page < pages; page += 1) {
          const answer = await services.apps[0]?.app.inject({ url: '/api/tasks/', headers });
          const { count, results } = listTasks.answer.parse(answer?.json());
          found += count + results.length;
        }
        return found;
      },
    },
  ]);
  const [bare, service] = measured;
  if (bare === undefined || service === undefined) return;
  context.print(`\nFirst page of ${listed} tasks\n`);
  context.print(
    table(
      ['contestant', 'ms a page'],
      measured.map((one) => [one.name, figure((one.median * 1000) / pages)]),
    ),
  );
  context.print(goal('the service in proportion to the bare SQL', ratioOf(service, bare), { most: 1.5 }));
}

async function starts({ context, services, database }: Stage): Promise<void> {
  const { started } = SIZES[context.size];
  const organisation = await putOrganisation(database);
  const ids = await putTasks(database, organisation, started, { sources: SOURCES });
  const start = services.apps[0]?.app.get(StartTask);
  const caller = testCaller(organisation);
  const took: number[] = [];
  for (const id of ids) {
    const began = process.hrtime.bigint();
    await start?.run(id, caller);
    took.push(Number(process.hrtime.bigint() - began) / 1e6);
  }
  const part = Math.ceil(started / HUNDRED);
  const [first, last] = [median(took.slice(0, part)), median(took.slice(-part))];
  context.print(`\n${started} tasks with ${SOURCES.length} sources each, started one after another\n`);
  context.print(
    table(
      ['which', 'ms a start'],
      [
        [`first ${part}`, figure(first)],
        [`last ${part}`, figure(last)],
      ],
    ),
  );
  context.print(goal('the last in proportion to the first', last / first, { most: 1.5 }));
}

/** A simulated day: ticks by the service and by bare SQL in turn; every launch is over at once. */
async function day({ context, database, client }: Stage): Promise<void> {
  const pairs = Number(context.options['pairs'] ?? SIZES[context.size].pairs);
  await client.query('truncate tasks.launch');
  await client.query('update tasks.task_source set next_launch_at = null');
  const organisation = await putOrganisation(database);
  const ids = await putTasks(database, organisation, pairs, { sources: ONE_SOURCE, patterns: 1 });
  // Far from now, so that the service's own clock finds nothing due.
  const from = Date.now() + 30 * 24 * HOUR_MS;
  await client.query('update tasks.task set running = true where id = any ($1::uuid[])', [ids]);
  await client.query(
    `update tasks.task_source set next_launch_at = to_timestamp($1::float8 / 1000) + random() * make_interval(secs => $2) where task_id = any ($3::uuid[])`,
    [from, PAUSE_MS / 1000, ids],
  );
  await client.query('analyze');
  const [service, bare]: [number[], number[]] = [[], []];
  for (let tick = 1; tick <= TICKS; tick += 1) {
    const now = new Date(from + tick * TICK_MS);
    const began = process.hrtime.bigint();
    if (tick % 2 === 0) await database.inScope(SCHEDULER, (em) => addDueLaunches(em, now));
    else await inScope(client, 'scheduler', '', () => client.query(BARE_TICK, [now]));
    (tick % 2 === 0 ? service : bare).push(Number(process.hrtime.bigint() - began) / 1e6);
    await client.query(
      `with over as (update tasks.launch set state = 'done', finished_at = $1 where state in ('waiting', 'released') returning task_id, source_type)
       update tasks.task_source s set next_launch_at = $1::timestamptz + make_interval(secs => $2), state = 'done'
       from over where s.task_id = over.task_id and s.source_type = over.source_type`,
      [now, PAUSE_MS / 1000],
    );
  }
  const counted = await database.inScope(SCHEDULER, (em) =>
    rows(
      em,
      sql<{ launches: number; wrong: number }>`
        with gaps as (select finished_at - lag(finished_at) over (partition by task_id, source_type order by finished_at) as gap,
            count(*) over (partition by task_id, source_type) as n from tasks.launch)
        select count(*)::int as launches,
          count(*) filter (where gap < make_interval(secs => ${PAUSE_MS / 1000}) or gap > make_interval(secs => ${(PAUSE_MS + TICK_MS) / 1000})
            or n not in (3, 4))::int as wrong from gaps`,
    ),
  );
  const { launches = 0, wrong = 0 } = counted[0] ?? {};
  context.print(`\n${pairs} running task × source pairs, a simulated day of ${TICKS} ticks, a pause of 6 h: ${launches} launches\n`);
  context.print(
    table(
      ['tick', 'ms'],
      [
        ['bare SQL', figure(median(bare))],
        ['addDueLaunches', figure(median(service))],
      ],
    ),
  );
  context.print(goal('missed or doubled intervals', wrong, { most: 0 }));
  context.print(goal('a tick in proportion to its bare SQL', median(service) / median(bare), { most: 2 }));
}

/** The task list, starts one after another, and the schedule of many tasks, each beside what PostgreSQL alone costs. */
export const bench: Bench = {
  name: 'schedule',
  run: (context) =>
    withStack(async () => {
      const services = await openTasksServices(1);
      const [first] = services.apps;
      const client = new pg.Client({ connectionString: services.environment.databaseUrl });
      await client.connect();
      try {
        if (first === undefined) throw new Error('no service');
        const stage: Stage = { context, services, database: first.foundation.database, client };
        context.print(machineLine());
        const { only } = context.options;
        if (only === undefined || only === 'list') await list(stage);
        if (only === undefined || only === 'starts') await starts(stage);
        if (only === undefined || only === 'day') await day(stage);
      } finally {
        await client.end();
        await services.close();
      }
    }),
};
