import { openFoundation, roleOf } from '@leakwatch/platform';
import { buildTestService, createTestEnvironment, withStack } from '@leakwatch/testing';
import pg from 'pg';
import { CountSchedule } from '../src/statistics/count-schedule.ts';
import { eventsService } from '../src/service.ts';
import { ExamineStoredEvents } from '../src/detectors/examine-stored-events.ts';
import { IndexTexts } from '../src/event-index/index-texts.ts';

const AT_ONCE = 50_000;
const INDEXED_AT_ONCE = 1_000;
export const OURS = '10000000-0000-4000-8000-000000000001';
export const THEIRS = '20000000-0000-4000-8000-000000000002';
/** A detector that every event without a severity lacks. */
export const DETECTOR = '30000000-0000-4000-8000-000000000003';

/**
 * Events of 40 tasks, 5,000 repositories, 3,000 authors and two years, those of the first day by two other authors; half are open, one of ten is fixed, within 20 days. $4 lines of 33
 * characters each around the match. Each secret is in some seven of $5 events.
 */
const SEED = `
  insert into events.event (id, organisation_id, task_id, source_type, language, pattern_text, owner, container_title, status, severity, detectors,
    pattern_kind, container_key, container_url, path, file_url, lines_hash, filter_keywords, line, excerpt, document_version, last_seen, commit,
    created, fixed_at, secret_hash)
  select gen_random_uuid(), $1::uuid, overlay($1::text placing lpad((n % 40)::text, 4, '0') from 1)::uuid, 'git_repo', 'YAML', 'word ' || n % 200,
    'owner ' || n % 900, 'team/repository ' || n % 5000, (array['open', 'open', 'open', 'open', 'open', 'false', 'in_progress', 'fixed', 'auto_filtered', 'blacklist'])[n % 10 + 1],
    case n % 7 when 0 then null else (array['critical', 'high', 'medium', 'low'])[n % 4 + 1] end,
    case n % 7 when 0 then '{}' else array['${DETECTOR}']::uuid[] end,
    'keyword', 'k' || n % 5000, '', 'src/p' || n || '.yml', '', '', '{}', 1, jsonb_build_object('text', t.lines, 'segments', '[]'::jsonb, 'highlights', '[]'::jsonb, 'truncated', false),
    'v', now(), jsonb_build_object('id', 'c', 'author', case when n % 730 = 729 then 'early ' || n % 20 else 'author ' || n % 3000 end, 'committed_at', now()), c.at,
    case when n % 10 = 7 then least(now(), c.at + random() * interval '20 days') end,
    case when n % 7 <> 0 then md5((n % ($5::int / 8 + 1))::text)::uuid end
  from generate_series($2::int, $3::int) n,
    lateral (select now() - (n % 730) * interval '1 day' - random() * interval '1 day' as at) c,
    lateral (select coalesce(string_agg(md5((n * 64 + l)::text), E'\\n'), '') as lines from generate_series(1, $4::int) l) t`;

export interface EventSizes {
  readonly events: number;
  /** Of another organisation. */
  readonly others: number;
  readonly linesOfText: number;
}

export interface EventStage {
  readonly app: Awaited<ReturnType<typeof buildTestService>>;
  /** Logged in as the owner of the tables. */
  readonly client: pg.Client;
  /** Milliseconds that writing the events took. */
  readonly written: number;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

export const p95 = (times: readonly number[]) =>
  times.toSorted((left, right) => left - right)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;

/** Does the work without the GIN indexes of the service, and builds them again: written row by row, millions of rows take most of an hour. */
async function withoutGin(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    "select indexname as name, indexdef as definition from pg_indexes where schemaname = 'events' and indexdef like '% USING gin %'",
  );
  for (const { name } of indexes) await client.query(`drop index events.${name}`);
  await work();
  for (const { definition } of indexes) await client.query(definition);
  await client.query('vacuum analyze');
}

async function fill(client: pg.Client, app: EventStage['app'], { events, others, linesOfText }: EventSizes): Promise<void> {
  await client.query(`set role ${roleOf('events')}`);
  await client.query(`select set_config('leakwatch.scope', 'consumer', false)`);
  for (const [organisation, count] of [
    [OURS, events],
    [THEIRS, others],
  ] as const) {
    await client.query('insert into events.organisation (organisation_id, version, active) values ($1, 1, true) on conflict do nothing', [
      organisation,
    ]);
    for (let from = 1; from <= count; from += AT_ONCE) {
      await client.query(SEED, [organisation, from, Math.min(count, from + AT_ONCE - 1), linesOfText, count]);
      await app.get(CountSchedule).run();
      // Nothing is looked for in events without a text.
      if (linesOfText === 0) await client.query('delete from events.text_to_index');
    }
  }
  // Also after the rounds of the schedule.
  while ((await client.query('select from events.text_to_index limit 1')).rowCount !== 0)
    await app.get(IndexTexts).run(INDEXED_AT_ONCE, 1, 0);
  await client.query('reset role');
}

/** Runs the events service on PostgreSQL with the events of a large organisation beside those of another. */
export function withEvents(sizes: EventSizes, work: (stage: EventStage) => Promise<void>): Promise<void> {
  return withStack(async () => {
    const environment = await createTestEnvironment();
    const foundation = await openFoundation(eventsService, environment.env);
    const app = await buildTestService(eventsService, foundation);
    const client = new pg.Client({ connectionString: environment.env['DATABASE_URL'] });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    await client.connect();
    // On an empty table: the events that follow keep what they were written with, and nothing examines them while others are measured.
    await app.get(ExamineStoredEvents).run();
    try {
      const written = await timed(() => withoutGin(client, () => fill(client, app, sizes)));
      await work({ app, client, written });
    } finally {
      await client.end();
      await app.close();
      await environment.drop();
    }
  });
}
