import { setTimeout as sleep } from 'node:timers/promises';
import { findingsV1, launchProgressV1, type TaskChange } from '@leakwatch/contracts';
import { newId, sql } from '@leakwatch/platform';
import type { GitHttpBehaviour } from '@leakwatch/simulators';
import { Places } from '../../mirror-readings/places.ts';
import type { SourceDocument } from '../../scanning/source-document.ts';
import { Superseded } from '../../superseded.ts';
import { GitCrawler } from '../../testing/git-crawler.fixture.ts';
import { GitLaunches } from '../../testing/git-launches.fixture.ts';
import { gitTask, repositoryAt } from '../../testing/git-task.fixture.ts';
import { wordPattern } from '../../units/testing/unit-stage.fixture.ts';
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
  readonly launch: string;
  readonly task: TaskChange;
}

/** Launches over one repository on a real git server. */
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
    private readonly launches: GitLaunches,
  ) {
    crawler.reader.observe = (request, at) => this.observe(request, at);
  }

  static async open(documents: number): Promise<GitDrive> {
    const files = Object.fromEntries(Array.from({ length: documents }, (_, number) => [pathOf(number), textOf(number)]));
    const crawler = await GitCrawler.open(files, (...needs) => new ObservedReader(...needs));
    const drive = new GitDrive(crawler, await GitLaunches.open(crawler));
    await drive.empty();
    return drive;
  }

  async close(): Promise<void> {
    await this.launches.close();
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
    // What was fetched just now is not fetched again.
    await this.crawler.stage.rows(sql`update crawler.mirror set fetched_at = now() - interval '1 minute' where address = ${this.address}`);
    const launch = await this.launches.begin(task);
    this.launched.push({ launch, task });
    return launch;
  }

  async workAndReport(): Promise<void> {
    await this.launches.work(
      this.launched.map(({ launch }) => launch),
      { signal: this.worker.signal },
    );
  }

  async hang(): Promise<() => Promise<void>> {
    let [hangs, goOn] = [(): void => undefined, (): void => undefined];
    const hanging = new Promise<void>((resolve) => (hangs = resolve));
    const going = new Promise<void>((resolve) => (goOn = resolve));
    this.watch = async ({ request, at }) => {
      if (request !== 'fetch' || at !== 'before') return;
      this.watch = () => undefined;
      hangs();
      await going;
    };
    const late = this.launches.read.run(await this.launches.lease(), new Places(1).seat(), new AbortController().signal);
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
    for (const table of ['mirror', 'mirror_pass', 'mirror_use'])
      await this.crawler.stage.rows(sql`update ${sql.table(`crawler.${table}`)} set leased_until = now() - interval '1 second'`);
  }

  async reports(launch: string) {
    const [progress, ends] = await Promise.all([
      this.crawler.stage.published(launchProgressV1.topic, 'launch_id', launch),
      this.launches.endsOf(launch),
    ]);
    return { progress: progress.map((payload) => launchProgressV1.schema.parse(payload)), ends };
  }

  async found({ task_id: task, organisation_id: organisation }: TaskChange): Promise<string[]> {
    const payloads = await this.crawler.stage.published(findingsV1.topic, 'task_id', task);
    const findings = payloads.map((payload) => findingsV1.schema.parse(payload));
    if (findings.some((finding) => finding.organisation_id !== organisation)) throw new Error('a finding of another organisation');
    return findings.map(({ path }) => path).sort();
  }

  /** As the last launch of each task reported it. A repository names every document, whatever the task searches for. */
  async covered(): Promise<readonly Covered[]> {
    const last = new Map(this.launched.map(({ launch, task }) => [task.task_id, launch]));
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
