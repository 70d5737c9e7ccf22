import { setTimeout as sleep } from 'node:timers/promises';
import { type CrawlJob, findingsV1, launchFinishedV1, launchProgressV1, type TaskChange } from '@leakwatch/contracts';
import { MatchingPool } from '@leakwatch/matching';
import { newId, openObjects, sql, Vault } from '@leakwatch/platform';
import type { GitHttpBehaviour } from '@leakwatch/simulators';
import { KeepContents } from '../../evidence/keep-contents.ts';
import { RunLaunch } from '../../launches/run-launch.ts';
import type { SourceDocument } from '../../scanning/source-document.ts';
import { SCREENING_PROGRAM } from '../../screening/screening-jobs.ts';
import { Superseded } from '../../superseded.ts';
import { GitCrawler } from '../../testing/git-crawler.fixture.ts';
import { gitJob, gitTask, repositoryAt } from '../../testing/git-task.fixture.ts';
import { wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { LearnTask } from '../../watched-tasks/learn-task.ts';
import { GitRepoSource } from '../git-repo/git-repo.source.ts';
import { type GitStream, RepositoryReader } from '../git-repo/repository-reader.ts';
import type { Covered, Drive, Moment, Watch } from './drive.fixture.ts';
import { textOf } from './subject.fixture.ts';

/** Longer than a worker needs to see that a task was stopped. */
const STOP_SEEN_MS = 2_500;
const REPOSITORY = '/repo.git';

/** Reports when the mirror is updated and when a document is read. */
class ObservedReader extends RepositoryReader {
  observe: (request: Moment['request'], at: Moment['at']) => Promise<void> = async () => undefined;

  override async prepare(...options: Parameters<RepositoryReader['prepare']>): Promise<GitStream> {
    await this.observe('ask', 'before');
    const stream = await super.prepare(...options);
    await this.observe('ask', 'after');
    return stream;
  }

  override async *documents(...options: Parameters<RepositoryReader['documents']>): AsyncGenerator<SourceDocument, void, undefined> {
    for await (const document of super.documents(...options)) {
      // Others are known to concern no pattern, so they are not read.
      if (document.bytes === undefined) {
        yield document;
        continue;
      }
      await this.observe('fetch', 'before');
      yield document;
      await this.observe('fetch', 'after');
    }
  }
}

interface Launched {
  readonly job: CrawlJob;
  readonly task: TaskChange;
}

/** Launches over one repository on a real git server, as the queue runs them: one that throws is run again. */
export class GitDrive implements Drive {
  readonly readsOnce = false;
  readonly lost = Superseded;
  watch: Watch = () => undefined;
  worker = new AbortController();
  asks = 0;
  fetches = 0;
  /** Where the repository is; another one makes everything unknown. */
  private address = '';
  private moments = 0;
  private launched: Launched[] = [];

  private constructor(
    readonly crawler: GitCrawler<ObservedReader>,
    private readonly pool: MatchingPool,
    private readonly source: GitRepoSource,
    private readonly launches: RunLaunch,
  ) {
    crawler.reader.observe = (request, at) => this.observe(request, at);
  }

  static async open(documents: number): Promise<GitDrive> {
    const files = Object.fromEntries(Array.from({ length: documents }, (_, number) => [pathOf(number), textOf(number)]));
    const crawler = await GitCrawler.open(files, (...needs) => new ObservedReader(...needs));
    const { database, settings, bus, logger } = crawler.stage.foundation;
    const pool = new MatchingPool({ threads: 1, program: SCREENING_PROGRAM });
    const contents = new KeepContents(database, await openObjects(settings), new Vault(settings.LEAKWATCH_SEALING_KEYS), logger);
    const source = new GitRepoSource(database, crawler.reader, contents, pool, bus, logger);
    const launches = new RunLaunch(database, new LearnTask(crawler.keepTask, crawler.clients), pool, bus, logger);
    const drive = new GitDrive(crawler, pool, source, launches);
    await drive.empty();
    return drive;
  }

  async close(): Promise<void> {
    await this.pool.close();
    await this.crawler.close();
  }

  readonly subject = {
    put: (number: number) => void this.crawler.git.scratch.commit({ [pathOf(number)]: textOf(number) }),
    pathOf,
    close: () => this.close(),
  };

  /** How the git server answers. */
  suffer(behaviour: GitHttpBehaviour): void {
    this.crawler.git.server.behaviours.set(REPOSITORY, behaviour);
  }

  async empty(): Promise<void> {
    this.address = `https://dev.example/${newId()}`;
    [this.asks, this.fetches, this.moments, this.launched] = [0, 0, 0, []];
    this.watch = () => undefined;
    this.worker = new AbortController();
  }

  /** @param scope of the credentials with which the repository is read */
  async save(word: string, change: Partial<TaskChange> = {}, scope = ''): Promise<TaskChange> {
    return this.crawler.watch(gitTask({ patterns: [wordPattern(word)], repositories: [repositoryAt(this.address, scope)], ...change }));
  }

  async stop(task: TaskChange): Promise<void> {
    await this.crawler.watch({ ...task, version: task.version + 1, running: false });
    await sleep(STOP_SEEN_MS);
  }

  async launch(task: TaskChange): Promise<string> {
    const job = gitJob(task);
    this.launched.push({ job, task });
    // What was fetched just now is not fetched again.
    await this.crawler.stage.rows(sql`update crawler.mirror set fetched_at = now() - interval '1 minute' where address = ${this.address}`);
    return job.launch_id;
  }

  /** The queue runs a launch until it ends or its worker dies. */
  async workAndReport(): Promise<void> {
    await Promise.all(this.launched.map((launched) => this.run(launched, this.worker.signal)));
  }

  private async run({ job }: Launched, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.reports(job.launch_id)).ends.length === 0)
      await this.launches.run(this.source, job, signal).catch((error: unknown) => {
        if (!signal.aborted && !(error instanceof Superseded)) throw error;
      });
  }

  async hang(): Promise<() => Promise<void>> {
    const [launched] = this.launched;
    if (launched === undefined) throw new Error('there is no launch');
    let [hangs, goOn] = [(): void => undefined, (): void => undefined];
    const hanging = new Promise<void>((resolve) => (hangs = resolve));
    const going = new Promise<void>((resolve) => (goOn = resolve));
    this.watch = async ({ request, at }) => {
      if (request !== 'fetch' || at !== 'before') return;
      this.watch = () => undefined;
      hangs();
      await going;
    };
    const late = this.launches.run(this.source, launched.job, new AbortController().signal);
    // It is looked at when it goes on.
    late.catch(() => undefined);
    await hanging;
    return () => {
      goOn();
      return late;
    };
  }

  async takeOver(): Promise<void> {
    this.worker = new AbortController();
    this.watch = () => undefined;
    for (const table of ['mirror', 'mirror_pass'])
      await this.crawler.stage.rows(sql`update ${sql.table(`crawler.${table}`)} set leased_until = now() - interval '1 second'`);
  }

  async reports(launch: string) {
    const [progress, ends] = await Promise.all(
      [launchProgressV1, launchFinishedV1].map(({ topic }) => this.crawler.stage.published(topic, 'launch_id', launch)),
    );
    return {
      progress: (progress ?? []).map((payload) => launchProgressV1.schema.parse(payload)),
      ends: (ends ?? []).map((payload) => launchFinishedV1.schema.parse(payload)),
    };
  }

  async found({ task_id: task, organisation_id: organisation }: TaskChange): Promise<string[]> {
    const payloads = await this.crawler.stage.published(findingsV1.topic, 'task_id', task);
    const findings = payloads.map((payload) => findingsV1.schema.parse(payload));
    if (findings.some((finding) => finding.organisation_id !== organisation)) throw new Error('a finding of another organisation');
    return findings.map(({ path }) => path).sort();
  }

  /** As the last launch of each task reported it. A repository names every document, whatever the task searches for. */
  async covered(): Promise<readonly Covered[]> {
    const last = new Map(this.launched.map(({ job }) => [job.task_id, job.launch_id]));
    const ends = await Promise.all([...last.values()].map((launch) => this.reports(launch)));
    return ends.flatMap(({ ends: [end] }) =>
      (end?.repositories ?? []).map(
        ({ status, blobs_total: total, blobs_scanned: read, blobs_unread: unread, blobs_unchecked: unchecked }) => ({
          onlyOdd: false,
          total,
          read,
          isWhole: status === 'ready_to_search' && unread === 0 && unchecked === 0,
        }),
      ),
    );
  }

  private async observe(request: Moment['request'], at: Moment['at']): Promise<void> {
    this.moments += 1;
    if (at === 'before' && request === 'ask') this.asks += 1;
    if (at === 'before' && request === 'fetch') this.fetches += 1;
    await this.watch({ request, at, number: this.moments });
    this.worker.signal.throwIfAborted();
  }
}

/** The path of a document, as findings name it. */
function pathOf(number: number): string {
  return `document-${String(number)}.txt`;
}
