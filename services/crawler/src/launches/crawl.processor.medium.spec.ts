import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type CrawlJob, crawlQueue, type TaskChange } from '@leakwatch/contracts';
import { MatchingPool } from '@leakwatch/matching';
import { CallerSigner, CONSUMER, type Foundation, JobQueue, openFoundation, ServiceClients } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment, waitUntil } from '@leakwatch/testing';
import { crawlerService } from '../service.ts';
import type { Source, SourceLaunch } from '../sources/source.port.ts';
import { gitJob, gitTask, repositoryAt } from '../testing/git-task.fixture.ts';
import { KeepTask } from '../watched-tasks/keep-task.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import { saveWatchedTask } from '../watched-tasks/watched-task.store.ts';
import { CrawlProcessor } from './crawl.processor.ts';
import { RunLaunch } from './run-launch.ts';

/** A process that runs one launch at a time. Launches of tasks wait or work, as their titles say, until they are released. */
class HeldSource implements Source {
  readonly kind = 'git_repo';
  readonly begun: string[] = [];
  readonly ended: string[] = [];
  readonly released = new Set<string>();

  targets(task: TaskChange): readonly string[] {
    return task.repositories.map(({ id }) => id);
  }

  async crawl({ task: { title }, places, signal }: SourceLaunch): Promise<readonly string[]> {
    this.begun.push(title);
    const held = async () => {
      while (!this.released.has(title)) await sleep(20, undefined, { signal });
      return !title.includes('for all of it');
    };
    await (title.startsWith('waits') ? places.whileIdle(held, signal) : held());
    this.ended.push(title);
    return [];
  }
}

let environment: TestEnvironment;
let foundation: Foundation;
let pool: MatchingPool;
let queue: JobQueue<CrawlJob>;
let source: HeldSource;
let processor: CrawlProcessor;

beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation(crawlerService, environment.env);
  const { database, bus, logger, settings } = foundation;
  const clients = new ServiceClients(settings, new CallerSigner(settings.LEAKWATCH_SIGNING_KEYS));
  pool = new MatchingPool({ threads: 1 });
  source = new HeldSource();
  const launches = new RunLaunch(database, new LearnTask(new KeepTask(database, [], bus), clients), pool, bus, logger);
  processor = new CrawlProcessor(launches, [source], { ...settings, CRAWLER_CONCURRENCY: 1 }, logger);
  processor.onApplicationBootstrap();
  queue = new JobQueue(crawlQueue('git_repo'), { redisUrl: settings.REDIS_URL, logger });
});
afterAll(async () => {
  await processor.onModuleDestroy();
  await queue.close();
  await pool.close();
  await foundation.close();
  await environment.drop();
});

async function launch(title: string): Promise<void> {
  const task = gitTask({ title, repositories: [repositoryAt()] });
  await foundation.database.inScope(CONSUMER, (em) => saveWatchedTask(em, task, ''));
  const job = gitJob(task);
  await queue.add(job.launch_id, job, {});
}
const isBegun = (title: string) => waitUntil(`${title} to begin`, async () => source.begun.includes(title));
const isEnded = (title: string) => waitUntil(`${title} to end`, async () => source.ended.includes(title));

it('launches that wait for another do not keep a process from further ones, and go on one at a time', async () => {
  await launch('waits a');
  await isBegun('waits a');
  await launch('waits b');
  await launch('works');
  // Each waiting one leaves its place to the next.
  await isBegun('works');
  // What is waited for is there, but the place is still taken.
  source.released.add('waits b');
  await launch('works later');
  await sleep(100);
  expect([source.begun.includes('works later'), source.ended]).toEqual([false, []]);
  source.released.add('works');
  await isEnded('waits b');
  expect(source.ended).toEqual(['works', 'waits b']);
  source.released.add('waits a');
  source.released.add('works later');
  await isEnded('works later');
  await isEnded('waits a');
});

it('a launch that has nothing more to do after its wait ends at once, also while a further one runs', async () => {
  await launch('waits for all of it');
  await isBegun('waits for all of it');
  await launch('works on');
  await isBegun('works on');
  source.released.add('waits for all of it');
  await isEnded('waits for all of it');
  expect(source.ended).not.toContain('works on');
  source.released.add('works on');
  await isEnded('works on');
});

it('a process that stops ends further launches too', async () => {
  await launch('waits to the end');
  await isBegun('waits to the end');
  await launch('works to the end');
  await isBegun('works to the end');
  await processor.onModuleDestroy();
  expect(source.ended).not.toContain('works to the end');
});
