import { MatchingPool } from '@leakwatch/matching';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type CrawlJob, type LaunchFinished, launchFinishedV1, type TaskChange } from '@leakwatch/contracts';
import { CallerSigner, CONSUMER, type Foundation, openFoundation, ServiceClients, Unavailable } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import pg from 'pg';
import { crawlerService } from '../service.ts';
import type { Source, SourceLaunch } from '../sources/source.port.ts';
import { Superseded } from '../superseded.ts';
import { KeepTask } from '../watched-tasks/keep-task.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import { saveWatchedTask } from '../watched-tasks/watched-task.store.ts';
import { LAUNCH_TRIES, RunLaunch } from './run-launch.ts';
import { gitJob, gitTask, repositoryAt } from '../testing/git-task.fixture.ts';

/** Everything but Date. */
const TIMERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

let environment: TestEnvironment;
let foundation: Foundation;
let client: pg.Client;
let runLaunch: RunLaunch;
let pool: MatchingPool;

beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation(crawlerService, environment.env);
  client = new pg.Client({ connectionString: environment.databaseUrl });
  await client.connect();
  const { database, bus, logger } = foundation;
  const clients = new ServiceClients(foundation.settings, new CallerSigner(foundation.settings.LEAKWATCH_SIGNING_KEYS));
  pool = new MatchingPool({ threads: 1 });
  runLaunch = new RunLaunch(database, new LearnTask(new KeepTask(database, [], bus), clients), pool, bus, logger);
});
afterAll(async () => {
  await client.end();
  await pool.close();
  await foundation.close();
  await environment.drop();
});

/** A source whose runs end as the test says, in order; the last one repeats. */
class ScriptedSource implements Source {
  readonly kind = 'git_repo';
  runs = 0;

  constructor(private readonly script: readonly ((launch: SourceLaunch) => Promise<readonly string[]>)[]) {}

  targets(task: TaskChange): readonly string[] {
    return task.repositories.map(({ id }) => id);
  }

  async crawl(launch: SourceLaunch): Promise<readonly string[]> {
    const step = this.script[Math.min(this.runs, this.script.length - 1)];
    this.runs += 1;
    return (await step?.(launch)) ?? [];
  }
}

let job: CrawlJob;
let repository: string;

beforeEach(async () => {
  const place = repositoryAt();
  repository = place.id;
  const task = gitTask({ repositories: [place] });
  job = gitJob(task);
  await foundation.database.inScope(CONSUMER, (em) => saveWatchedTask(em, task, ''));
});

const run = (source: Source, stopping = new AbortController().signal) => runLaunch.run(source, job, stopping);

async function ends(): Promise<LaunchFinished[]> {
  const { rows } = await client.query(
    `select payload from bus.message where topic = $1 and payload ->> 'launch_id' = $2 order by position`,
    [launchFinishedV1.topic, job.launch_id],
  );
  return rows.map(({ payload }) => launchFinishedV1.schema.parse(payload));
}

const keptTries = async () => (await client.query('select tries from crawler.launch_try where launch_id = $1', [job.launch_id])).rows;

const breaks = async () => {
  throw new Error('no error of a repository');
};

/** Begins a launch whose worker dies: nothing of it happens after this. */
async function dyingWorker(): Promise<void> {
  let begun = (): void => undefined;
  const began = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const dead = run(
    new ScriptedSource([
      () => {
        begun();
        return new Promise(() => undefined);
      },
    ]),
  );
  await Promise.race([began, dead]);
}

const GIVEN_UP = { outcome: 'failed', error_code: 'attempts_exhausted' };

describe('a launch that fails every time', () => {
  it('is run again, and ends as failed after its last try', async () => {
    const source = new ScriptedSource([breaks]);
    for (let tries = 1; tries < LAUNCH_TRIES; tries += 1) {
      await expect(run(source)).rejects.toThrow('no error of a repository');
      expect(await ends()).toEqual([]);
    }
    await run(source);
    expect(await ends()).toMatchObject([
      { ...GIVEN_UP, repositories: [{ id: repository, status: 'repository_error', error_code: 'attempts_exhausted' }] },
    ]);
    expect(source.runs).toBe(LAUNCH_TRIES);
    expect(await keptTries()).toEqual([]);
  });

  it('keeps what the last try learned about repositories', async () => {
    const ready = async ({ progress }: SourceLaunch) => {
      progress.update(repository, { status: 'ready_to_search', blobs_total: 7 });
      return breaks();
    };
    const source = new ScriptedSource([ready]);
    for (let tries = 1; tries < LAUNCH_TRIES; tries += 1) await expect(run(source)).rejects.toThrow('no error of a repository');
    await run(source);
    expect(await ends()).toMatchObject([{ ...GIVEN_UP, repositories: [{ status: 'ready_to_search', blobs_total: 7, error_code: null }] }]);
  });

  it('because its worker dies every time, ends as failed without being run again', async () => {
    for (let tries = 1; tries <= LAUNCH_TRIES; tries += 1) await dyingWorker();
    const source = new ScriptedSource([async () => []]);
    await run(source);
    expect(source.runs).toBe(0);
    expect(await ends()).toMatchObject([
      { ...GIVEN_UP, repositories: [{ id: repository, status: 'repository_error', error_code: 'attempts_exhausted' }] },
    ]);
    expect(await keptTries()).toEqual([]);
  });
});

it('its end has the time of the database, whatever the clock of the crawler', async () => {
  const before = await client.query<{ at: Date }>('select clock_timestamp() as at');
  jest.useFakeTimers({ now: Date.now() - 300_000, doNotFake: [...TIMERS] });
  try {
    await run(new ScriptedSource([async () => []]));
  } finally {
    jest.useRealTimers();
  }
  const [end] = await ends();
  expect(Date.parse(end?.finished_at ?? '')).toBeGreaterThanOrEqual(before.rows[0]?.at.getTime() ?? Number.NaN);
});

describe('a try does not count', () => {
  it('when a dependency is away', async () => {
    const source = new ScriptedSource([
      async () => {
        throw new Unavailable();
      },
    ]);
    for (let tries = 0; tries < 2 * LAUNCH_TRIES; tries += 1) await expect(run(source)).rejects.toThrow(Unavailable);
    expect(await keptTries()).toEqual([{ tries: 0 }]);
    expect(await ends()).toEqual([]);
  });

  it('when another worker continues it, whose end of the launch is the only one', async () => {
    const superseded = new ScriptedSource([
      async () => {
        throw new Superseded();
      },
    ]);
    for (let tries = 0; tries < 2 * LAUNCH_TRIES; tries += 1) await expect(run(superseded)).rejects.toThrow(Superseded);
    expect(await ends()).toEqual([]);
    await run(new ScriptedSource([async () => []]));
    expect(await ends()).toMatchObject([{ outcome: 'done' }]);
  });

  it('when its worker is stopped', async () => {
    for (let tries = 0; tries < 2 * LAUNCH_TRIES; tries += 1) {
      const stopping = new AbortController();
      const source = new ScriptedSource([
        async ({ signal }) => {
          stopping.abort(new Error('the worker stops'));
          signal.throwIfAborted();
          return [];
        },
      ]);
      await expect(run(source, stopping.signal)).rejects.toThrow('the worker stops');
    }
    expect(await ends()).toEqual([]);
  });
});

it('a launch that succeeds after failed tries is done', async () => {
  const source = new ScriptedSource([breaks, breaks, async () => []]);
  await expect(run(source)).rejects.toThrow('no error of a repository');
  await expect(run(source)).rejects.toThrow('no error of a repository');
  await run(source);
  expect(await ends()).toMatchObject([{ outcome: 'done', error_code: null }]);
  expect(await keptTries()).toEqual([]);
});
