import { Inject, Injectable } from '@nestjs/common';
import type { TaskChange } from '@leakwatch/contracts';
import { MatchingPool } from '@leakwatch/matching';
import { type Bus, BUS, Database, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import { KeepContents } from '../../evidence/keep-contents.ts';
import { GitRepositoryError } from '../../repositories/git/git-repository-error.ts';
import type { Source, SourceLaunch } from '../source.port.ts';
import { type AheadWatch, AheadScreen } from './ahead-screen.ts';
import { containerOf } from './container-of.ts';
import { GuestAccount } from './guest-account.ts';
import { LookAhead } from './look-ahead.ts';
import { PassSets } from './pass-sets.ts';
import { otherSubscribers } from './mirror-subscribers.store.ts';
import { type GitStream, RepositoryReader } from './repository-reader.ts';
import { ownedPatterns, type ScanTask } from './scan.ts';
import { scanRepository } from './scan-repository.ts';

/** Perhaps because several remotes were asked at once: such a repository is asked again in its turn. */
const NOT_FINAL: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'cancelled']);
/** Share of fetching and listing in a repository's progress, in percent; the rest is matching. */
const PREPARE_SHARE = 40;

type Target = TaskChange['repositories'][number];

interface OwnScan {
  readonly own: ScanTask;
  readonly sets: PassSets;
  readonly ahead: AheadScreen;
}

/** Monitored repositories: mirrors, lists and matches every repository of the task. */
@Injectable()
export class GitRepoSource implements Source {
  readonly kind = 'git_repo';

  constructor(
    private readonly database: Database,
    private readonly reader: RepositoryReader,
    private readonly keep: KeepContents,
    private readonly pool: MatchingPool,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  targets(task: TaskChange): readonly string[] {
    return task.repositories.map(({ id }) => id);
  }

  async crawl(launch: SourceLaunch): Promise<readonly string[]> {
    const sets = new PassSets(this.pool, launch.job.launch_id, launch.watch);
    try {
      return await this.crawlAll(launch, sets);
    } finally {
      sets.close();
    }
  }

  private async crawlAll(launch: SourceLaunch, sets: PassSets): Promise<readonly string[]> {
    const looks = new LookAhead(launch.task.repositories, launch.signal, (target, signal) => this.look(launch, target, signal));
    try {
      return await this.crawlInTurn(launch, sets, looks);
    } finally {
      await looks.end();
    }
  }

  private async look({ job }: SourceLaunch, repository: Target, signal: AbortSignal): Promise<GitStream | undefined> {
    try {
      return await this.reader.prepareUnchanged({ taskId: job.task_id, organisationId: job.organisation_id, repository }, signal);
    } catch (error) {
      if (error instanceof GitRepositoryError && !NOT_FINAL.has(error.code)) throw error;
      return undefined;
    }
  }

  private async crawlInTurn(launch: SourceLaunch, sets: PassSets, looks: LookAhead<Target, GitStream>): Promise<readonly string[]> {
    const { job, task, progress, signal } = launch;
    const failures: string[] = [];
    for (const [index, target] of task.repositories.entries()) {
      try {
        await this.crawlRepository(launch, target, sets, await looks.at(index));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof GitRepositoryError)) throw error;
        this.logger.warn({ launch: job.launch_id, task: job.task_id, code: error.code, reason: error.message }, 'repository error');
        progress.update(target.id, { status: 'repository_error', error_code: error.code, percent: 100 });
        failures.push(error.code);
      }
    }
    return failures;
  }

  /** @param unchanged of a repository that has nothing new */
  private async crawlRepository(launch: SourceLaunch, target: Target, sets: PassSets, unchanged: GitStream | undefined): Promise<void> {
    const { job, task, watch } = launch;
    const own: ScanTask = {
      version: task.version,
      patterns: watch.patterns,
      base: {
        organisation_id: job.organisation_id,
        task_id: job.task_id,
        launch_id: job.launch_id,
        source_type: this.kind,
        container: containerOf(target),
      },
    };
    const ahead = new AheadScreen((mirror, signal) => this.watchOf(mirror, own, sets, signal), launch.signal);
    try {
      await this.scan(launch, target, { own, sets, ahead }, unchanged ?? (await this.prepare(launch, target, ahead)));
    } finally {
      ahead.end();
    }
  }

  /** What a pass over the mirror is going to have, if no task changes before it begins. */
  private async watchOf(mirror: string, own: ScanTask, sets: PassSets, signal: AbortSignal): Promise<AheadWatch> {
    const { organisation_id: organisation, task_id: task } = own.base;
    const others = await this.database.inScope(SCHEDULER, (em) => otherSubscribers(em, { mirror, organisation }, task));
    const patterns = [own, ...others].flatMap(ownedPatterns);
    const guests = new GuestAccount(
      organisation,
      [own, ...others].map(({ base }) => base),
    ).screeningLimit;
    return { set: await sets.of(patterns, signal), patterns: patterns.map(({ id }) => id), guests };
  }

  private prepare({ job, progress, signal, places }: SourceLaunch, target: Target, ahead: AheadScreen): Promise<GitStream> {
    return this.reader.prepare(
      { taskId: job.task_id, organisationId: job.organisation_id, repository: target },
      {
        signal,
        places,
        onFetched: (packs, mirror) => ahead.begin(packs, mirror),
        report: (status, percent) => progress.update(target.id, { status, percent: (percent * PREPARE_SHARE) / 100, error_code: null }),
      },
    );
  }

  private async scan(
    { job, progress, signal, places }: SourceLaunch,
    target: Target,
    { own, sets, ahead }: OwnScan,
    stream: GitStream,
  ): Promise<void> {
    progress.update(target.id, { status: 'processing_commits', error_code: null });
    /** Grows only, also where another launch lists more while this one waits for it. */
    let percent = PREPARE_SHARE;
    const counts = await scanRepository({
      database: this.database,
      bus: this.bus,
      keep: this.keep,
      reader: this.reader,
      stream,
      launch: job.launch_id,
      task: own,
      ahead,
      sets,
      signal,
      places,
      onCounted: ({ total, scanned, unread, unchecked }) => {
        const share = total === 0 ? 1 : Math.min(1, scanned / total);
        percent = Math.max(percent, PREPARE_SHARE + (100 - PREPARE_SHARE) * share);
        progress.update(target.id, {
          blobs_total: total,
          blobs_scanned: scanned,
          blobs_unread: unread,
          blobs_unchecked: unchecked,
          percent,
        });
      },
    });
    progress.update(target.id, {
      status: stream.damage === undefined ? 'ready_to_search' : 'repository_error',
      error_code: stream.damage?.code ?? null,
      last_indexed: new Date().toISOString(),
      blobs_total: counts.total,
      blobs_scanned: Math.max(0, counts.scanned - counts.unread),
      blobs_unread: counts.unread,
      blobs_unchecked: counts.unchecked,
      percent: 100,
    });
  }
}
