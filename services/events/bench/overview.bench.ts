import { type Bench, type BenchContext, figure, goal, machineLine, median, table } from '@leakwatch/bench';
import { eventOverview } from '@leakwatch/contracts';
import { openFoundation, roleOf } from '@leakwatch/platform';
import { buildTestService, callerHeaders, createTestEnvironment, testCaller, withStack } from '@leakwatch/testing';
import pg from 'pg';
import { CountSchedule } from '../src/statistics/count-schedule.ts';
import { eventsService } from '../src/service.ts';

const SIZES = { full: { events: 1_000_000, others: 200_000, rounds: 40 }, tiny: { events: 600, others: 100, rounds: 2 } };
const AT_ONCE = 50_000;
const OURS = '10000000-0000-4000-8000-000000000001';
const THEIRS = '20000000-0000-4000-8000-000000000002';
const WORST_MS = 200;

/** Events of 40 tasks, 5,000 repositories, 3,000 authors and two years; one of ten is fixed, within 20 days. */
const SEED = `
  insert into events.event (id, organisation_id, task_id, source_type, language, pattern_text, owner, container_title, status, severity, detectors,
    pattern_kind, container_key, container_url, path, file_url, lines_hash, filter_keywords, line, excerpt, document_version, last_seen, commit,
    created, fixed_at)
  select gen_random_uuid(), $1::uuid, overlay($1::text placing lpad((n % 40)::text, 4, '0') from 1)::uuid, 'git_repo', 'YAML', 'word ' || n % 200,
    'owner ' || n % 900, 'team/repository ' || n % 5000, (array['open', 'open', 'open', 'open', 'open', 'false', 'in_progress', 'fixed', 'auto_filtered', 'blacklist'])[n % 10 + 1],
    case n % 7 when 0 then null else (array['critical', 'high', 'medium', 'low'])[n % 4 + 1] end,
    case n % 7 when 0 then '{}' else array['30000000-0000-4000-8000-000000000003']::uuid[] end,
    'keyword', 'k' || n % 5000, '', 'p' || n, '', '', '{}', 1, '{"text":"","segments":[],"highlights":[],"truncated":false}', 'v', now(),
    jsonb_build_object('id', 'c', 'author', 'author ' || n % 3000, 'committed_at', now()), c.at, case when n % 10 = 7 then least(now(), c.at + random() * interval '20 days') end
  from generate_series($2::int, $3::int) n, lateral (select now() - (n % 730) * interval '1 day' - random() * interval '1 day' as at) c`;

/** The same numbers from the rows, as the owner, without row-level security. */
const COUNTED = `select severity, date_trunc('day', created), container_title, author, task_id, count(*) from events.event
  where organisation_id = $1 and status = 'open' group by grouping sets ((severity, date_trunc('day', created)), (container_title), (author), (task_id))`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
const p95 = (times: readonly number[]) => times.toSorted((left, right) => left - right)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;

async function measure({ size, print }: BenchContext, client: pg.Client, app: Awaited<ReturnType<typeof buildTestService>>) {
  const { events, others, rounds } = SIZES[size];
  const took = await timed(async () => {
    await client.query(`set role ${roleOf('events')}`);
    await client.query(`select set_config('leakwatch.scope', 'consumer', false)`);
    for (const [organisation, count] of [
      [OURS, events],
      [THEIRS, others],
    ] as const)
      for (let from = 1; from <= count; from += AT_ONCE)
        await client.query(SEED, [organisation, from, Math.min(count, from + AT_ONCE - 1)]);
    await app.get(CountSchedule).run();
    await client.query('reset role');
    await client.query('vacuum analyze');
  });
  print(`${events} events of one organisation among ${events + others}, written in ${figure(took / 1000)} s, row-level security up`);
  const rows: string[][] = [];
  let slowest = 0;
  for (const days of [30, 365]) {
    const ask = async () => {
      const answer = await app.inject({ url: `${eventOverview.path}?days=${days}`, headers: callerHeaders(testCaller(OURS)) });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      const shown = eventOverview.answer.parse(answer.json());
      if (shown.open !== events / 2) throw new Error(`${shown.open} open events instead of ${events / 2}`);
    };
    await ask();
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timed(ask));
    slowest = Math.max(slowest, p95(times));
    rows.push([`overview, ${days} days`, figure(median(times)), figure(p95(times))]);
  }
  const counted: number[] = [];
  for (let round = 0; round < 3; round += 1) counted.push(await timed(() => client.query(COUNTED, [OURS])));
  rows.push(['the same counts from the rows', figure(median(counted)), figure(p95(counted))]);
  print(table(['answer', 'median ms', '95 of 100 within, ms'], rows));
  print(goal('the overview, 95 of 100 within, ms', slowest, { most: WORST_MS }));
}

/** The overview of a large organisation, beside counting its rows. */
export const bench: Bench = {
  name: 'overview',
  run: (context) =>
    withStack(async () => {
      const environment = await createTestEnvironment();
      const foundation = await openFoundation(eventsService, environment.env);
      const app = await buildTestService(eventsService, foundation);
      const client = new pg.Client({ connectionString: environment.env['DATABASE_URL'] });
      await app.init();
      await app.getHttpAdapter().getInstance().ready();
      await client.connect();
      try {
        context.print(machineLine());
        await measure(context, client, app);
      } finally {
        await client.end();
        await app.close();
        await environment.drop();
      }
    }),
};
