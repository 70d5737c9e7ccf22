import { setTimeout as sleep } from 'node:timers/promises';
import { launchFinishedV1, type LaunchFinished, type TaskChange } from '@leakwatch/contracts';
import { MatchingPool } from '@leakwatch/matching';
import { openObjects, SCHEDULER, Vault } from '@leakwatch/platform';
import { KeepContents } from '../evidence/keep-contents.ts';
import { OpenLaunch } from '../launches/open-launch.ts';
import { ReportMirrorLaunches } from '../launches/report-mirror-launches.ts';
import { MirrorWorker } from '../mirror-readings/mirror-worker.ts';
import { ReadMirror } from '../mirror-readings/read-mirror.ts';
import { type LeasedReading, leaseReading } from '../mirror-readings/reading.store.ts';
import { PatternSets } from '../scanning/pattern-sets.ts';
import { SCREENING_PROGRAM } from '../screening/screening-jobs.ts';
import { GitRepoSource } from '../sources/git-repo/git-repo.source.ts';
import type { RepositoryReader } from '../sources/git-repo/repository-reader.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import type { GitCrawler } from './git-crawler.fixture.ts';
import { gitJob } from './git-task.fixture.ts';

/** Pause in which readings go on. */
const MOMENT_MS = 10;

/** Launches over repositories, as the processes of the crawler run them. */
export class GitLaunches {
  readonly source: GitRepoSource;
  readonly read: ReadMirror;
  private readonly crawler: GitCrawler<RepositoryReader>;
  private readonly pool: MatchingPool;
  private readonly openLaunch: OpenLaunch;
  private readonly report: ReportMirrorLaunches;

  private constructor(crawler: GitCrawler<RepositoryReader>, pool: MatchingPool, contents: KeepContents) {
    const { database, bus, logger } = crawler.stage.foundation;
    this.crawler = crawler;
    this.pool = pool;
    this.source = new GitRepoSource(database, crawler.reader, contents, new PatternSets(pool, logger), bus, logger);
    this.read = new ReadMirror(database, this.source, logger);
    this.openLaunch = new OpenLaunch(database, new LearnTask(crawler.keepTask, crawler.clients));
    this.report = new ReportMirrorLaunches(database, bus);
  }

  static async open(crawler: GitCrawler<RepositoryReader>, threads = 1): Promise<GitLaunches> {
    const { database, settings, logger } = crawler.stage.foundation;
    const contents = new KeepContents(database, await openObjects(settings), new Vault(settings.LEAKWATCH_SEALING_KEYS), logger);
    return new GitLaunches(crawler, new MatchingPool({ threads, program: SCREENING_PROGRAM }), contents);
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  /** Opens a launch, as its job does. Returns its id. */
  async begin(task: TaskChange): Promise<string> {
    const job = gitJob(task);
    await this.openLaunch.run(job, new AbortController().signal);
    return job.launch_id;
  }

  /** A process reads, and another one reports, until the launches have ended or `signal` is aborted. */
  async work(launches: readonly string[], { signal = new AbortController().signal, concurrency = 2 } = {}): Promise<void> {
    const { database, logger } = this.crawler.stage.foundation;
    const worker = new MirrorWorker(database, this.read, { CRAWLER_CONCURRENCY: concurrency }, logger);
    const stop = () => worker.onModuleDestroy();
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted && !(await this.haveEnded(launches))) {
        while (await worker.begin());
        await sleep(MOMENT_MS);
        await this.report.run();
      }
    } finally {
      signal.removeEventListener('abort', stop);
      await stop();
    }
  }

  /** A launch from its beginning to its end. */
  async run(task: TaskChange): Promise<LaunchFinished> {
    const launch = await this.begin(task);
    await this.work([launch]);
    const [end] = await this.endsOf(launch);
    if (end === undefined) throw new Error('the launch has not ended');
    return end;
  }

  async endsOf(launch: string): Promise<LaunchFinished[]> {
    const payloads = await this.crawler.stage.published(launchFinishedV1.topic, 'launch_id', launch);
    return payloads.map((payload) => launchFinishedV1.schema.parse(payload));
  }

  /** One reading that is due. */
  async lease(): Promise<LeasedReading> {
    const leased = await this.crawler.stage.database.inScope(SCHEDULER, (em) => leaseReading(em, { place: true, without: [] }));
    if (leased === undefined) throw new Error('no reading is due');
    return leased;
  }

  private async haveEnded(launches: readonly string[]): Promise<boolean> {
    const ends = await Promise.all(launches.map((launch) => this.endsOf(launch)));
    return ends.every((own) => own.length > 0);
  }
}
