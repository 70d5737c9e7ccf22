import { type Bench, type BenchContext, figure, goal, machineLine, median, table } from '@leakwatch/bench';
import { newId, openRedis, rows, sql, type SqlEntityManager } from '@leakwatch/platform';
import { type CodeRepository, startGithubSearchApi } from '@leakwatch/simulators';
import { waitUntil, withStack } from '@leakwatch/testing';
import { AccountPool } from '../src/accounts/account-pool.ts';
import { AccountUse } from '../src/accounts/account-use.ts';
import { PoolServer } from '../src/accounts/pool-server.fixture.ts';
import { ProxyDispatchers } from '../src/accounts/proxy-dispatchers.ts';
import { RateWindows } from '../src/accounts/rate-windows.ts';
import { TakeAccess } from '../src/accounts/take-access.ts';
import { GithubSource } from '../src/sources/github/github.source.ts';
import type { UnitSource } from '../src/sources/unit-source.port.ts';
import { UnitWorker } from '../src/units/unit-worker.ts';
import { UnitStage, wordPattern } from '../src/units/testing/unit-stage.fixture.ts';
import { VirtualClock } from './virtual-clock.ts';

const SIZES = { full: { few: 40, minutes: 60 }, tiny: { few: 1, minutes: 2 } } as const;
/** How many times as many queries the large organisation has. */
const TIMES = 100;
/** Unless `accounts=` says otherwise. */
const ACCOUNTS = 5;
/** Crawler processes, and the units of each that are worked on at once: more than there are accounts. */
const WORKERS = 2;
const UNITS = 4;
/** GitHub's limits of an account (docs.github.com, rate limits for the REST API). */
const SEARCHES_A_MINUTE = 10;
const REQUESTS_A_MINUTE = 900;
/** What a request takes, in virtual milliseconds. */
const TAKES = { search: 1_000, file: 200 };
/** One query in so many finds a file. */
const FINDS_ONE_IN = 5;

interface Extent {
  /** Of virtual time. */
  readonly minutes: number;
  readonly accounts: number;
}

interface Outcome {
  /** By organisation, seconds from the launch until each query was answered. */
  readonly waits: ReadonlyMap<string, readonly number[]>;
  readonly searches: number;
  readonly spent: number;
  readonly secondary: number;
  /** The most requests of one account that were under way at once. */
  readonly atOnce: number;
}

const wordOf = (organisation: string, number: number): string => `${organisation}word${number}`;

function repositoriesFor(queries: ReadonlyMap<string, number>): CodeRepository[] {
  return [...queries].map(([organisation, count], at) => ({
    id: 100 + at,
    owner: 'team',
    name: organisation,
    files: Array.from({ length: Math.ceil(count / FINDS_ONE_IN) }, (_, n) => ({
      path: `file${n}.txt`,
      content: `${wordOf(organisation, n * FINDS_ONE_IN)}\n`,
    })),
  }));
}

/** Launches the queries of each organisation at one moment and lets the workers run, for some minutes or until all are answered. */
async function launch(stage: UnitStage, queries: ReadonlyMap<string, number>, { minutes, accounts: count }: Extent): Promise<Outcome> {
  await stage.empty();
  const { logger, settings, database } = stage.foundation;
  const clock = new VirtualClock(Math.ceil(Date.now() / 1000) * 1000);
  const began = clock.now();
  const api = await startGithubSearchApi({
    repositories: repositoriesFor(queries),
    clock: clock.now,
    requestsAMinute: REQUESTS_A_MINUTE,
  });
  const server = await PoolServer.open();
  server.clock = clock.now;
  for (let at = 0; at < count; at += 1) server.addAccount(`account ${at}`);
  const redis = openRedis(settings.REDIS_URL, logger);
  await waitUntil('redis', async () => redis.status === 'ready');
  await redis.flushdb();
  const windows = new RateWindows(redis);
  windows.clock = clock.now;
  const dispatchers = new ProxyDispatchers();
  const take = new TakeAccess(server.services(), windows, { GIT_ALLOW_PRIVATE_ADDRESSES: true, PASTEBIN_PROXY: undefined });
  stage.pool = new AccountPool(take, windows, dispatchers, new AccountUse(redis, logger), logger);

  const waits = new Map([...queries.keys()].map((organisation) => [organisation, [] as number[]]));
  const total = [...queries.values()].reduce((sum, count) => sum + count, 0);
  const underWay = new Map<string, number>();
  let [searches, answered, atOnce, asleep] = [0, 0, 0, 0];
  const plain = new GithubSource({ GITHUB_API_URL: api.origin });
  async function timed<T>(account: string | null, signal: AbortSignal, milliseconds: number, work: () => Promise<T>): Promise<T> {
    const key = account ?? '';
    underWay.set(key, (underWay.get(key) ?? 0) + 1);
    atOnce = Math.max(atOnce, underWay.get(key) ?? 0);
    try {
      const result = await work();
      asleep += 1;
      await clock.wait(milliseconds, signal);
      asleep -= 1;
      return result;
    } finally {
      underWay.set(key, (underWay.get(key) ?? 0) - 1);
    }
  }
  const { kind, rates, resources, accounts } = plain;
  const source: UnitSource = {
    ...{ kind, rates, resources, accounts },
    // Fetches of one step take their time together.
    fetchesAtOnce: 1,
    unitsFor: (task) => plain.unitsFor(task),
    plan: (request, state) => plain.plan(request, state),
    ask: async (slice, context) => {
      const answer = await timed(context.access.account, context.signal, TAKES.search, () => plain.ask(slice, context));
      searches += 1;
      answered += 1;
      const [, organisation = ''] = /([a-z]+)word\d+/.exec(JSON.stringify(context.request)) ?? [];
      waits.get(organisation)?.push((clock.now() - began) / 1000);
      return answer;
    },
    fetch: (reference, context) => timed(context.access.account, context.signal, TAKES.file, () => plain.fetch(reference, context)),
  };
  for (const [organisation, count] of queries) {
    const patterns = Array.from({ length: count }, (_, number) => wordPattern(wordOf(organisation, number)));
    await stage.launch(source, await stage.save(source, { task_id: newId(), organisation_id: newId(), patterns }));
  }
  const workers = Array.from(
    { length: WORKERS },
    () => new UnitWorker(database, stage.runner(), [source], { CRAWLER_UNITS: UNITS }, logger),
  );
  for (const worker of workers) worker.clock = clock;
  for (const worker of workers) worker.onApplicationBootstrap();
  const isQuiet = () => {
    const full = workers.filter(({ steps }) => steps === UNITS).length;
    return clock.idle + full >= WORKERS && asleep === workers.reduce((sum, { steps }) => sum + steps, 0);
  };
  const until = began + minutes * 60_000;
  await clock.run(
    () => clock.now() >= until || answered >= total,
    isQuiet,
    (seconds) => stage.inScope((em) => shorten(em, seconds)),
  );
  const counted = searches;
  const stopped = Promise.all(workers.map((worker) => worker.onModuleDestroy()));
  await stopped;
  await dispatchers.onModuleDestroy();
  await server.close();
  await api.close();
  redis.disconnect();
  return { waits, searches: counted, ...api.refused, atOnce };
}

/** The database's clock cannot be moved: what waits for it waits so many seconds less. */
async function shorten(em: SqlEntityManager, seconds: number): Promise<void> {
  await rows(
    em,
    sql`with documents as (
          update crawler.reference set next_at = next_at - make_interval(secs => ${seconds}) where next_at > now() returning 1
        )
        update crawler.unit set next_at = next_at - make_interval(secs => ${seconds}) where next_at > now()`,
  );
}

async function quota({ size, print, options }: BenchContext, stage: UnitStage): Promise<void> {
  const few = Number(options['few'] ?? SIZES[size].few);
  const extent = { minutes: Number(options['minutes'] ?? SIZES[size].minutes), accounts: Number(options['accounts'] ?? ACCOUNTS) };
  const { minutes, accounts } = extent;
  const small = [
    ['b', few],
    ['c', few],
  ] as const;
  const runs = {
    all: await launch(stage, new Map([['a', few * TIMES], ...small]), extent),
    withoutLarge: await launch(stage, new Map(small), extent),
    alone: await launch(stage, new Map(small.slice(0, 1)), extent),
  };
  const waitsOf = ({ waits }: Outcome) => median(small.flatMap(([organisation]) => waits.get(organisation) ?? []));
  const allowed = accounts * SEARCHES_A_MINUTE * minutes;
  const { searches, spent, secondary, atOnce } = runs.all;
  print(
    table(
      [`${few * TIMES}, ${few} and ${few} queries of three organisations, ${accounts} accounts, ${minutes} minutes of virtual time`, ''],
      [
        ['searches, of those that the windows allow', `${searches} of ${allowed}`],
        ['searches into a window that was used up', String(spent)],
        ['answers of the secondary limit', String(secondary)],
        ['requests of an account at once, at most', String(atOnce)],
        ['median wait of the small ones beside the large one, s', figure(waitsOf(runs.all))],
        ['without the large one, s', figure(waitsOf(runs.withoutLarge))],
        ['one of them alone, s', figure(waitsOf(runs.alone))],
      ],
    ),
  );
  print(goal('share of the allowed searches', searches / allowed, { least: 0.95 }));
  print(goal('searches into a spent window', spent, { most: 0 }));
  print(goal('answers of the secondary limit', secondary, { most: 0 }));
  print(goal("the small ones' median wait, in proportion to alone", waitsOf(runs.all) / waitsOf(runs.alone), { most: 2 }));
}

export const bench: Bench = {
  name: 'quota',
  run: (context) =>
    withStack(async () => {
      context.print(machineLine());
      const stage = await UnitStage.open();
      try {
        await quota(context, stage);
      } finally {
        await stage.close();
      }
    }),
};
