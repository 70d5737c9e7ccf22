import { Inject, Injectable } from '@nestjs/common';
import type { TaskChange } from '@leakwatch/contracts';
import { type Bus, BUS, Database, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import { standingOf } from '../../passes/mirror-passes.store.ts';
import { KeepContents } from '../../evidence/keep-contents.ts';
import { GitRepositoryError } from '../../repositories/git/git-repository-error.ts';
import { PatternSets } from '../../scanning/pattern-sets.ts';
import type { WaitingPlaces } from '../../waiting-places.ts';
import { type AheadWatch, AheadScreen } from './ahead-screen.ts';
import { containerOf } from './container-of.ts';
import { GuestBudget } from './guest-budget.ts';
import { PassSets } from './pass-sets.ts';
import { otherSubscribers } from './mirror-subscribers.store.ts';
import type { ReadingState } from './reading-state.ts';
import { type GitStream, type GitTarget, RepositoryReader } from './repository-reader.ts';
import { ownedPatterns, type ScanTask } from './scan.ts';
import { scanRepository } from './scan-repository.ts';

/** Perhaps because several remotes were asked at once: such a repository is asked again when it is fetched. */
const NOT_FINAL: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'cancelled']);
/** Share of fetching and listing in a repository's progress, in percent; the rest is matching. */
const PREPARE_SHARE = 40;

/** One repository of a task, read for a launch of it. */
export interface RepositoryReading {
  readonly launch: string;
  readonly task: TaskChange;
  readonly repository: TaskChange['repositories'][number];
  readonly progress: (change: Partial<ReadingState>) => void;
  /** Aborted when the task or the worker is stopped. */
  readonly signal: AbortSignal;
  /** IN_PLACE when left out. */
  readonly places?: WaitingPlaces;
}

interface OwnScan {
  readonly own: ScanTask;
  readonly sets: PassSets;
  readonly ahead: AheadScreen;
}

/** Monitored git repositories: each is mirrored, listed and matched, for every task that monitors it and is as far. */
@Injectable()
export class GitRepoSource {
  readonly kind = 'git_repo';

  constructor(
    private readonly database: Database,
    private readonly reader: RepositoryReader,
    private readonly keep: KeepContents,
    private readonly sets: PatternSets,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The stream of a repository that has nothing new; undefined where it has to be read. Throws GitRepositoryError where it cannot be. */
  async look(reading: RepositoryReading): Promise<GitStream | undefined> {
    try {
      return await this.reader.prepareUnchanged(targetOf(reading), reading.signal);
    } catch (error) {
      if (error instanceof GitRepositoryError && !NOT_FINAL.has(error.code)) throw error;
      reading.signal.throwIfAborted();
      if (error instanceof GitRepositoryError) return undefined;
      throw error;
    }
  }

  /** Whether the patterns of the task have met everything that is listed of a repository. */
  async hasMetAll({ task, launch }: RepositoryReading, { mirrorId: mirror }: GitStream): Promise<boolean> {
    const own = task.patterns.map(({ id }) => id);
    if (own.length === 0) return true;
    const standing = await this.database.inScope(SCHEDULER, (em) =>
      standingOf(em, { mirror, organisation: task.organisation_id, launch, own }),
    );
    return standing.haveMetAll;
  }

  /**
   * Reads what is new and publishes the findings; called again, it continues after its last commit. Returns how the repository is then.
   * @param unchanged what `look` returned
   * @throws GitRepositoryError, Superseded, a transient error, the signal's reason
   */
  async read(reading: RepositoryReading, unchanged: GitStream | undefined): Promise<Partial<ReadingState>> {
    const own = scanTaskOf(reading);
    const sets = new PassSets(this.sets);
    const ahead = new AheadScreen((mirror, signal) => this.watchOf(mirror, own, sets, signal), reading.signal);
    try {
      return await this.scan(reading, { own, sets, ahead }, unchanged ?? (await this.prepare(reading, ahead)));
    } finally {
      ahead.end();
      sets.close();
    }
  }

  /** What a pass over the mirror is going to have, if no task changes before it begins. */
  private async watchOf(mirror: string, own: ScanTask, sets: PassSets, signal: AbortSignal): Promise<AheadWatch> {
    const { organisation_id: organisation, task_id: task } = own.base;
    const others = await this.database.inScope(SCHEDULER, (em) => otherSubscribers(em, { mirror, organisation }, task));
    const patterns = [own, ...others].flatMap(ownedPatterns);
    const guests = new GuestBudget(
      organisation,
      [own, ...others].map(({ base }) => base),
    ).screeningLimit;
    return { set: await sets.of(patterns, signal), patterns: patterns.map(({ id }) => id), guests };
  }

  private prepare(reading: RepositoryReading, ahead: AheadScreen): Promise<GitStream> {
    const { signal, places, progress } = reading;
    return this.reader.prepare(targetOf(reading), {
      signal,
      ...(places !== undefined && { places }),
      onFetched: (packs, mirror) => ahead.begin(packs, mirror),
      report: (status, percent) => progress({ status, percent: (percent * PREPARE_SHARE) / 100, error_code: null }),
    });
  }

  private async scan(
    { launch, progress, signal, places }: RepositoryReading,
    { own, sets, ahead }: OwnScan,
    stream: GitStream,
  ): Promise<Partial<ReadingState>> {
    progress({ status: 'processing_commits', error_code: null });
    /** Grows only, also where another reading lists more while this one waits for it. */
    let percent = PREPARE_SHARE;
    const counts = await scanRepository({
      database: this.database,
      bus: this.bus,
      logger: this.logger,
      keep: this.keep,
      reader: this.reader,
      stream,
      launch,
      task: own,
      ahead,
      sets,
      signal,
      ...(places !== undefined && { places }),
      onCounted: ({ total, scanned, unread, unchecked }) => {
        const share = total === 0 ? 1 : Math.min(1, scanned / total);
        percent = Math.max(percent, PREPARE_SHARE + (100 - PREPARE_SHARE) * share);
        progress({ blobs_total: total, blobs_scanned: scanned, blobs_unread: unread, blobs_unchecked: unchecked, percent });
      },
    });
    return {
      status: stream.damage === undefined ? 'ready_to_search' : 'repository_error',
      error_code: stream.damage?.code ?? null,
      blobs_total: counts.total,
      blobs_scanned: Math.max(0, counts.scanned - counts.unread),
      blobs_unread: counts.unread,
      blobs_unchecked: counts.unchecked,
      percent: 100,
    };
  }
}

const targetOf = ({ task, repository }: RepositoryReading): GitTarget => ({
  taskId: task.task_id,
  organisationId: task.organisation_id,
  repository,
});

const scanTaskOf = ({ launch, task, repository }: RepositoryReading): ScanTask => ({
  version: task.version,
  patterns: new Map(task.patterns.map((pattern) => [pattern.id, pattern])),
  base: {
    organisation_id: task.organisation_id,
    task_id: task.task_id,
    launch_id: launch,
    source_type: 'git_repo',
    container: containerOf(repository),
  },
});
