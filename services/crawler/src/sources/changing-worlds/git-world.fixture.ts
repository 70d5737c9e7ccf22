import { setTimeout as sleep } from 'node:timers/promises';
import { type Finding, findingsV1, type TaskChange } from '@leakwatch/contracts';
import { newId, sql } from '@leakwatch/platform';
import type { GitHttpBehaviour } from '@leakwatch/simulators';
import fc from 'fast-check';
import type { SourceDocument } from '../../scanning/source-document.ts';
import { GitCrawler } from '../../testing/git-crawler.fixture.ts';
import { GitLaunches } from '../../testing/git-launches.fixture.ts';
import { gitTask, repositoryAt } from '../../testing/git-task.fixture.ts';
import { wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { type GitStream, RepositoryReader } from '../git-repo/repository-reader.ts';
import { ChangingRepository, GIT_ACTS } from './changing-repository.fixture.ts';
import { after, everywhere, WORDS } from './happenings.fixture.ts';

const REPOSITORY = '/repo.git';
/** A bound for a stuck pass, which takes a second or two. */
const PASS_MS = 120_000;
/** By task, its organisation. */
const ORGANISATION_OF = [0, 1, 2, 0] as const;
const FAULTS = ['status', 'truncated', 'web_page', 'damaged'] as const;
const BEHAVIOURS: Readonly<Record<(typeof FAULTS)[number], GitHttpBehaviour>> = {
  status: { kind: 'status', status: 502 },
  truncated: { kind: 'truncated' },
  web_page: { kind: 'web_page' },
  damaged: { kind: 'damaged' },
};

/** A request is a moment here: the repository is asked, a document is read. */
const happening = fc.record({ after, what: fc.oneof(...everywhere(GIT_ACTS, FAULTS)) });
export const gitHappenings = fc.array(happening, { minLength: 3, maxLength: 24 });
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never;

/** Says when the remote is asked and when a document is read. */
class WatchedReader extends RepositoryReader {
  moment: () => Promise<void> = async () => undefined;

  override async prepare(...options: Parameters<RepositoryReader['prepare']>): Promise<GitStream> {
    await this.moment();
    const stream = await super.prepare(...options);
    await this.moment();
    return stream;
  }

  override async *documents(...options: Parameters<RepositoryReader['documents']>): AsyncGenerator<SourceDocument, void, undefined> {
    for await (const document of super.documents(...options)) {
      await this.moment();
      yield document;
    }
  }
}

interface Searching {
  readonly task: TaskChange;
  readonly words: readonly string[];
}

/** One repository on a real git server, with tasks of three organisations that monitor it. */
export class GitWorld {
  private worker = new AbortController();
  /** A task was stopped: its launch need not be waited for any more. */
  private stopped = new AbortController();
  private searching: Searching[] = [];
  private readonly ever = new Set<string>();
  private patternIds: ReadonlyMap<string, string>[] = [];
  private address = '';
  private faulty = 0;
  /** Why something could not happen. */
  private failed: unknown;

  private constructor(
    private readonly crawler: GitCrawler<WatchedReader>,
    private readonly launches: GitLaunches,
    private readonly repository: ChangingRepository,
  ) {}

  static async open(): Promise<GitWorld> {
    const crawler = await GitCrawler.open({ 'first.txt': 'nothing' }, (...needs) => new WatchedReader(...needs));
    return new GitWorld(crawler, await GitLaunches.open(crawler), new ChangingRepository(crawler.git.scratch));
  }

  async close(): Promise<void> {
    await this.launches.close();
    await this.crawler.close();
  }

  /** Lets it all happen while tasks are launched. Returns what is wrong in the end. */
  async live(list: readonly Happening[]): Promise<readonly string[]> {
    await this.begin();
    const rest = [...list];
    let wait = rest[0]?.after ?? 0;
    let happening: Promise<void> = Promise.resolve();
    this.crawler.reader.moment = async () => {
      happening = happening.then(async () => {
        if (this.faulty > 0 && (this.faulty -= 1) === 0) this.suffer({ kind: 'plain' });
        for (; wait <= 0 && rest.length > 0; wait = rest[0]?.after ?? 0) {
          const one = rest.shift();
          if (one !== undefined)
            await this.happens(one).catch((error: unknown) => {
              this.failed ??= error;
            });
        }
        wait -= 1;
      });
      await happening;
      this.worker.signal.throwIfAborted();
    };
    while (rest.length > 0) {
      await this.pass();
      wait = 0;
      await this.crawler.reader.moment().catch(() => undefined);
    }
    this.faulty = 0;
    this.suffer({ kind: 'plain' });
    await this.pass();
    return this.wrong();
  }

  private async begin(): Promise<void> {
    this.repository.begin();
    this.address = `https://dev.example/${newId()}`;
    const organisations = [newId(), newId(), newId()];
    this.patternIds = ORGANISATION_OF.map(() => new Map<string, string>(WORDS.map((word) => [word, newId()])));
    this.ever.clear();
    this.searching = [];
    this.worker = new AbortController();
    for (const [at, organisation] of ORGANISATION_OF.entries()) {
      const words = at === 3 ? ['alphaleak'] : WORDS.slice(0, at + 1);
      const task = gitTask({ organisation_id: organisations[organisation] ?? '', repositories: [repositoryAt(this.address)], version: 0 });
      this.searching[at] = { task, words: [] };
      await this.save(at, words, true);
    }
  }

  private async save(at: number, words: readonly string[], running: boolean): Promise<void> {
    const before = this.searching[at]?.task;
    if (before === undefined) throw new Error('no such task');
    const patterns = words.map((word) => wordPattern(word, this.patternIds[at]?.get(word)));
    const saved = await this.crawler.watch({ ...before, version: before.version + 1, running, patterns });
    this.searching[at] = { task: saved, words };
    if (running) for (const word of words) this.ever.add(`${at} ${word}`);
  }

  private suffer(behaviour: GitHttpBehaviour): void {
    this.crawler.git.server.behaviours.set(REPOSITORY, behaviour);
  }

  /** Launches of all running tasks, until they have ended; a killed worker is followed by another one. */
  private async pass(): Promise<void> {
    const { stage } = this.crawler;
    await stage.rows(sql`update crawler.mirror set fetched_at = now() - interval '1 minute' where address = ${this.address}`);
    const launched = await Promise.all(
      this.searching
        .filter(({ task: { running } }) => running)
        .map(async ({ task }) => [task.task_id, await this.launches.begin(task)] as const),
    );
    const end = AbortSignal.timeout(PASS_MS);
    for (;;) {
      if (this.failed !== undefined) throw this.failed;
      this.stopped = new AbortController();
      const left = new Set(this.searching.filter(({ task: { running } }) => !running).map(({ task: { task_id: id } }) => id));
      const open = launched.flatMap(([id, launch]) => (left.has(id) ? [] : [launch]));
      await this.launches.work(open, { signal: AbortSignal.any([this.worker.signal, this.stopped.signal, end]) });
      if (end.aborted) throw new Error('the launches do not end');
      const ends = await Promise.all(open.map((launch) => this.launches.endsOf(launch)));
      if (ends.every((own) => own.length > 0)) return;
      if (!this.worker.signal.aborted) continue;
      this.worker = new AbortController();
      for (const table of ['mirror', 'mirror_pass', 'mirror_use'])
        await stage.rows(
          sql`update ${sql.table(`crawler.${table}`)} set leased_until = now() - interval '1 second' where leased_until is not null`,
        );
      await sleep(10);
    }
  }

  private async happens({ what }: Happening): Promise<void> {
    if (what.do === 'act') this.repository.act(what.act, what.at, what.words);
    if (what.do === 'task') await this.save(what.task, what.words, this.searching[what.task]?.task.running === true);
    if (what.do === 'stop' || what.do === 'start') await this.save(what.task, this.searching[what.task]?.words ?? [], what.do === 'start');
    if (what.do === 'stop') this.stopped.abort();
    if (what.do === 'kill') this.worker.abort(new Error('killed'));
    if (what.do === 'fault') {
      this.faulty = what.lasts;
      this.suffer(BEHAVIOURS[what.fault]);
    }
  }

  private async wrong(): Promise<readonly string[]> {
    const found = new Set<string>();
    const wrong: string[] = [];
    for (const [at, { task }] of this.searching.entries())
      for (const finding of await this.findings(task.task_id)) {
        if (finding.organisation_id !== task.organisation_id) wrong.push('a finding of another organisation');
        const { text } = finding.pattern;
        if (!this.ever.has(`${at} ${text}`)) wrong.push(`task ${at} never searched for ${text}`);
        wrong.push(...this.repository.wrongPlace(finding));
        found.add(`${at} ${text} ${finding.document.version}`);
      }
    for (const [oid, content] of this.repository.shown())
      for (const [at, { task, words }] of this.searching.entries())
        for (const word of task.running ? words : [])
          if (content.includes(word) && !found.has(`${at} ${word} ${oid}`)) wrong.push(`missed: ${at} ${word} ${content}`);
    return wrong;
  }

  private async findings(task: string): Promise<Finding[]> {
    return (await this.crawler.stage.published(findingsV1.topic, 'task_id', task)).map((payload) => findingsV1.schema.parse(payload));
  }
}
