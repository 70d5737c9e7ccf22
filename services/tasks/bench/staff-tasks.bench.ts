import { type Bench, type BenchContext, machineLine, measurePages } from '@leakwatch/bench';
import { CONTROL_TASK_SORTS, listControlTasks, listObservers, listOpenLaunches, OBSERVER_SORTS } from '@leakwatch/contracts';
import { roleOf } from '@leakwatch/platform';
import { callerHeaders, testCaller, withStack } from '@leakwatch/testing';
import pg from 'pg';
import { openTasksServices, type TasksServices } from '../src/tasks.fixture.ts';

/** Five tasks of each organisation, two of which run; every fifth is one of git monitoring with four repositories. */
const SIZES = {
  full: { organisations: 10_000, rounds: 60, warmUp: 20 },
  tiny: { organisations: 20, rounds: 3, warmUp: 1 },
} as const;
const TASKS = 5;
const WITHIN_MS = 100;

const id = (letter: string, n: string) => `overlay(overlay(md5('${letter}' || ${n}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Fills the tables with rows that differ as an installation's do. Returns an organisation. */
async function fill(client: pg.Client, organisations: number): Promise<string> {
  const tasks = organisations * TASKS;
  await client.query(
    `insert into tasks.organisation (organisation_id, version, name, active, trusted, starts_at, expires_at)
     select ${id('o', 'n')}, 1, 'Customer ' || md5(n::text) || ' ' || n, true, n % 3 <> 0, now() - interval '1 day', now() + interval '1 year'
     from generate_series(1, $1::int) n`,
    [organisations],
  );
  await client.query(
    `insert into tasks.task (id, organisation_id, title, author_name, confirmed, running, git_monitoring, observer, recipients, filter_keywords, filter_mode, created)
     select ${id('t', 'n')}, ${id('o', '(n % $2::int + 1)')}, 'Task ' || md5(n::text) || ' ' || n, 'author' || n % 500, n % 50 <> 0, n % 5 < 2, n % 5 = 0,
       case when n % 5 = 0 then '{"source_type": "github", "account_name": "octo", "is_organisation": true}'::jsonb end, '{}', '{}', 'exclude', now() - make_interval(mins => n) from generate_series(1, $1::int) n`,
    [tasks, organisations],
  );
  await client.query(
    `insert into tasks.task_source (task_id, organisation_id, source_type, search_type, activity_at)
     select ${id('t', 'n')}, ${id('o', '(n % $2::int + 1)')}, s, 'by_code', now() - make_interval(mins => n)
     from generate_series(1, $1::int) n, unnest(array['github', 'gist', 'git_repo']) s`,
    [tasks, organisations],
  );
  await client.query(
    `insert into tasks.pattern (id, task_id, organisation_id, kind, text, position, waiting)
     select gen_random_uuid(), ${id('t', 'n')}, ${id('o', '(n % $2::int + 1)')}, 'keyword', 'word ' || p, p, n % 100 = 7 and p = 1
     from generate_series(1, $1::int) n, generate_series(1, 10) p`,
    [tasks, organisations],
  );
  await client.query(
    `insert into tasks.repository (id, task_id, organisation_id, title, url, default_branch, address, masked, remote_source, position)
     select gen_random_uuid(), ${id('t', 'n')}, ${id('o', '(n % $2::int + 1)')}, 'repo ' || p, 'https://git.example/' || n || '/' || p, 'main',
       'https://git.example/' || n || '/' || p, 'https://git.example/' || n || '/' || p, 'custom', p from generate_series(5, $1::int, 5) n, generate_series(1, 4) p`,
    [tasks, organisations],
  );
  await client.query(
    `insert into tasks.task_change (id, organisation_id, task_id, action, details, created)
     select gen_random_uuid(), ${id('o', '(n % $2::int + 1)')}, ${id('t', 'n')}, 'start', '[{}]', now() - make_interval(mins => n + c)
     from generate_series(1, $1::int) n, generate_series(1, 4) c`,
    [tasks, organisations],
  );
  await client.query(
    `insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, state, task_version, created)
     select gen_random_uuid(), ${id('t', 'n')}, ${id('o', '(n % $2::int + 1)')}, (array['github', 'gist', 'git_repo'])[n % 3 + 1], 'schedule',
       case when n % 5 < 2 then 'released' else 'done' end, 1, now() - make_interval(mins => n) from generate_series(1, $1::int) n`,
    [tasks, organisations],
  );
  await client.query('analyze');
  const { rows } = await client.query<{ organisation: string }>(`select ${id('o', '5')} as organisation`);
  return rows[0]?.organisation ?? '';
}

async function measure({ size, print }: BenchContext, services: TasksServices, client: pg.Client): Promise<void> {
  const { organisations, ...rounds } = SIZES[size];
  const organisation = await fill(client, organisations);
  const headers = callerHeaders(testCaller(null, { staff: true }));
  const page = 'limit=10&offset=0';
  const asking = (name: string, url: string) => ({
    name,
    ask: async () => {
      const answer = await services.first.app.inject({ url, headers });
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    },
  });
  print(`\nFirst pages over ${organisations} organisations with ${TASKS} tasks each\n`);
  const pages = [
    asking('tasks', `${listControlTasks.path}?${page}`),
    asking('tasks, organisation', `${listControlTasks.path}?${page}&org=${organisation}`),
    asking('tasks, title', `${listControlTasks.path}?${page}&title=ab1`),
    asking('tasks, author', `${listControlTasks.path}?${page}&author=author77`),
    asking('git monitoring', `${listObservers.path}?${page}`),
    asking('git monitoring, organisation', `${listObservers.path}?${page}&org=${organisation}`),
    ...CONTROL_TASK_SORTS.flatMap((by) => [by, `-${by}`]).map((sort) =>
      asking(`tasks, sorted by ${sort}`, `${listControlTasks.path}?${page}&sort=${sort}`),
    ),
    ...OBSERVER_SORTS.flatMap((by) => [by, `-${by}`]).map((sort) =>
      asking(`git monitoring, sorted by ${sort}`, `${listObservers.path}?${page}&sort=${sort}`),
    ),
    asking('launches now', `${listOpenLaunches.path}?${page}`),
    asking('launches now, source', `${listOpenLaunches.path}?${page}&source_type=gist`),
  ];
  await measurePages({
    pages,
    client,
    role: roleOf('tasks'),
    scope: { 'leakwatch.scope': 'staff' },
    what: 'first pages',
    withinMs: WITHIN_MS,
    ...rounds,
    print,
  });
}

/** The first page of each table of staff that the tasks service answers, under each filter, beside the statements that it sends. */
export const bench: Bench = {
  name: 'staff-tasks',
  run: (context) =>
    withStack(async () => {
      const services = await openTasksServices(1);
      const client = new pg.Client({ connectionString: services.environment.databaseUrl });
      await client.connect();
      try {
        context.print(machineLine());
        await measure(context, services, client);
      } finally {
        await client.end();
        await services.close();
      }
    }),
};
