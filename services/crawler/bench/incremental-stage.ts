import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MatchingPool } from '@leakwatch/matching';
import { CallerSigner, newId, openObjects, rows, ServiceClients, SCHEDULER, sql, Vault } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import { KeepContents } from '../src/evidence/keep-contents.ts';
import { Extractor } from '../src/extraction/extractor.ts';
import { PatternSets } from '../src/scanning/pattern-sets.ts';
import { SCREENING_PROGRAM } from '../src/screening/screening-jobs.ts';
import { GitRepoSource } from '../src/sources/git-repo/git-repo.source.ts';
import type { ReadingState } from '../src/sources/git-repo/reading-state.ts';
import { RepositoryReader } from '../src/sources/git-repo/repository-reader.ts';
import { CrawlerStage } from '../src/testing/crawler-stage.fixture.ts';
import { gitTask, repositoryAt } from '../src/testing/git-task.fixture.ts';
import { KeepTask } from '../src/watched-tasks/keep-task.ts';
import { lines } from './git-programs.ts';

const BRANCH = 'refs/heads/main';
const SOURCE = 'source.git';

/** Of a launch: milliseconds from its beginning at which its fetch, its list and its scan were over. */
export interface LaunchTimes {
  readonly fetched: number;
  readonly listed: number;
  readonly done: number;
}

/** A crawler with a database whose mirror of a repository is as it was before the newest commits, again and again. */
export class IncrementalStage {
  /** A repository with the objects of the given one, and one branch. */
  readonly source: string;
  private readonly folder: string;
  private readonly stage: CrawlerStage;
  private readonly tasks: Server;
  private readonly pool = new MatchingPool({ threads: 2, program: SCREENING_PROGRAM });
  private readonly extractor = new Extractor();
  private crawler: GitRepoSource | undefined;
  private task;
  private saved: { readonly id: string; readonly ordinal: string } | undefined;

  private constructor(stage: CrawlerStage, tasks: Server, folder: string, patterns: readonly Pattern[]) {
    this.stage = stage;
    this.tasks = tasks;
    this.folder = folder;
    this.source = join(folder, SOURCE);
    this.task = gitTask({
      patterns: patterns.map((one) => ({ ...one, id: newId() })),
      repositories: [repositoryAt(`file://${this.source}`)],
    });
  }

  static async open(repository: string, texts: readonly string[]): Promise<IncrementalStage> {
    const folder = mkdtempSync(join(tmpdir(), 'leakwatch-bench-'));
    const source = join(folder, 'source.git');
    await lines(
      folder,
      `git init -q --bare source.git && echo ${repository}/objects > source.git/objects/info/alternates && git -C source.git symbolic-ref HEAD ${BRANCH}`,
    );
    const tasks = createServer((_, answer) => {
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ address: `file://${source}`, credentials: null }));
    });
    await new Promise<void>((ready) => tasks.listen(0, '127.0.0.1', ready));
    const address = tasks.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const stage = await CrawlerStage.open({
      TASKS_URL: `http://127.0.0.1:${address.port}`,
      GIT_ALLOW_FILE: 'true',
      LEAKWATCH_HOME: join(folder, 'home'),
    });
    const made = new IncrementalStage(
      stage,
      tasks,
      folder,
      texts.map((text) => ({ id: newId(), kind: 'deep', text })),
    );
    await made.begin();
    return made;
  }

  private async begin(): Promise<void> {
    const { database, settings, bus, logger } = this.stage.foundation;
    const clients = new ServiceClients(settings, new CallerSigner(settings.LEAKWATCH_SIGNING_KEYS));
    const reader = new RepositoryReader(database, settings, clients, this.extractor, bus);
    const keep = new KeepContents(database, await openObjects(settings), new Vault(settings.LEAKWATCH_SEALING_KEYS), logger);
    const sets = new PatternSets(this.pool, logger);
    this.crawler = new GitRepoSource(database, reader, keep, sets, bus, logger);
    await new KeepTask(database, [], bus).run(this.task);
    // Compiled once for all rounds.
    await sets.hold(this, this.task.patterns);
  }

  /** Takes over the branches and tags of a repository, whose objects the stage has. */
  async takeRefs(repository: string): Promise<void> {
    await lines(this.source, `git fetch -q ${repository} '+refs/heads/*:refs/heads/*' '+refs/tags/*:refs/tags/*'`);
  }

  /** The next launch is the first one over the repository. */
  async forget(): Promise<void> {
    rmSync(join(this.stage.foundation.settings.LEAKWATCH_HOME, 'mirrors'), { recursive: true, force: true });
    for (const table of ['mirror_pass', 'cohort_pattern', 'scan_cohort', 'blob', 'mirror_use', 'mirror'])
      await this.inScope(sql`delete from ${sql.table(`crawler.${table}`)}`);
    this.task = { ...this.task, version: this.task.version + 1 };
    const { database, bus } = this.stage.foundation;
    await new KeepTask(database, [], bus).run(this.task);
  }

  /** Moves the branch of the repository. */
  async point(commit: string): Promise<void> {
    await lines(this.source, `git update-ref ${BRANCH} ${commit}`);
  }

  async launch(): Promise<LaunchTimes> {
    const { task, crawler } = this;
    const [repository] = task.repositories;
    if (crawler === undefined || repository === undefined) throw new Error('not begun');
    const begun = performance.now();
    let [fetched, listed] = [0, 0];
    const progress = ({ status, percent = 0 }: Partial<ReadingState>) => {
      const now = performance.now() - begun;
      if (status === 'updating_local') fetched = now;
      if (status === 'processing_commits' && percent > 0) listed = now;
    };
    await crawler.read({ launch: newId(), task, repository, progress, signal: new AbortController().signal }, undefined);
    return { fetched, listed, done: performance.now() - begun };
  }

  /** Keeps the mirror and its ledger as they are now. */
  async save(): Promise<void> {
    const [mirror] = await this.inScope(sql<{ id: string }>`select id from crawler.mirror`);
    if (mirror === undefined) throw new Error('no mirror');
    const [last] = await this.inScope(
      sql<{ ordinal: string }>`select max(ordinal)::text as ordinal from crawler.blob where mirror_id = ${mirror.id}`,
    );
    this.saved = { id: mirror.id, ordinal: last?.ordinal ?? '0' };
    cpSync(this.directory, `${this.directory}.saved`, { recursive: true, preserveTimestamps: true });
  }

  /** Makes them so again. */
  async restore(tips: readonly string[]): Promise<void> {
    if (this.saved === undefined) throw new Error('not saved');
    const { id, ordinal } = this.saved;
    rmSync(this.directory, { recursive: true });
    cpSync(`${this.directory}.saved`, this.directory, { recursive: true, preserveTimestamps: true });
    await this.inScope(sql`delete from crawler.blob where mirror_id = ${id} and ordinal > ${ordinal}::bigint`);
    const documents = sql`(select count(*)::int from crawler.blob where mirror_id = ${id} and name = '')`;
    await this.inScope(
      sql`update crawler.mirror set fetched_at = null, listed_tips = ${[...tips]}, documents = ${documents} where id = ${id}`,
    );
    await this.inScope(sql`update crawler.scan_cohort set ordinal = ${ordinal}::bigint, documents = ${documents} where mirror_id = ${id}`);
  }

  /** What was added behind the saved ledger, or is in it where nothing was saved, and how much was published since the beginning. */
  async found(): Promise<{ readonly blobs: number; readonly published: number }> {
    const { ordinal } = this.saved ?? { ordinal: '0' };
    const [ledger] = await this.inScope(
      sql<{ blobs: number }>`select count(*)::int as blobs from crawler.blob where name = '' and ordinal > ${ordinal}::bigint`,
    );
    const { rows: bus } = await this.stage.client.query<{ published: number }>(
      "select count(*)::int as published from bus.message where topic = 'findings.v1'",
    );
    return { blobs: ledger?.blobs ?? 0, published: bus[0]?.published ?? 0 };
  }

  async close(): Promise<void> {
    await this.pool.close();
    await this.extractor.onModuleDestroy();
    await this.stage.close();
    await new Promise((closed) => this.tasks.close(closed));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get directory(): string {
    return join(this.stage.foundation.settings.LEAKWATCH_HOME, 'mirrors', `${this.saved?.id ?? ''}.git`);
  }

  private inScope<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
    return this.stage.database.inScope(SCHEDULER, (em) => rows(em, query));
  }
}
