import { Inject, Injectable } from '@nestjs/common';
import type { TaskChange } from '@leakwatch/contracts';
import { Database, isTransient, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import { repositoryErrorOf } from '../repositories/git/git-repository-error.ts';
import { GitRepoSource, type RepositoryReading } from '../sources/git-repo/git-repo.source.ts';
import type { ReadingState } from '../sources/git-repo/reading-state.ts';
import { Superseded } from '../superseded.ts';
import { TaskStopped } from '../task-stopped.ts';
import { findWatchedTask } from '../watched-tasks/watched-task.store.ts';
import { whileRenewed } from '../while-renewed.ts';
import type { Seat } from './places.ts';
import { dropReading, endReading, LEASE_SECONDS, type LeasedReading, type Release, releaseReading, renewReading } from './reading.store.ts';
import { openLaunchOf } from './wanted-readings.store.ts';
import { ReadingReport } from './reading-report.ts';
import { StopWatch } from './stop-watch.ts';

/**
 * Tries of a reading, after which the repository has an error. A worker that dies ends the tries of the other readings that it had in hand
 * too, so one is not enough; each try of a reading that ends its worker costs every one of these a restart.
 */
export const READING_TRIES = 5;
/** Pause after a try that failed; doubled with each. */
const FAILED_SECONDS = 2;
/** Pause while another service is away, or while another worker has what this one needs. */
const AWAY_SECONDS = 2;

interface Begun {
  readonly launch: string;
  readonly task: TaskChange;
  readonly repository: TaskChange['repositories'][number];
}

/** Reads a mirror for one task: what is new is fetched, listed and matched. It continues where an earlier lease of the reading ended. */
@Injectable()
export class ReadMirror {
  constructor(
    private readonly database: Database,
    @Inject(GitRepoSource) private readonly source: Pick<GitRepoSource, 'look' | 'hasMetAll' | 'read'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The reading is ended, released or dropped when this resolves or throws. Throws what made it stop before its end: a transient error,
   * Superseded, the signal's reason, or another error while there are tries left.
   */
  async run(leased: LeasedReading, seat: Seat, stopping: AbortSignal): Promise<void> {
    const report = new ReadingReport(this.database, leased);
    const stop = new StopWatch(this.database, leased.task, stopping);
    try {
      if (leased.tries > READING_TRIES) throw new Error('the workers of all earlier tries died');
      const renew = () => this.database.inScope(SCHEDULER, (em) => renewReading(em, leased));
      await whileRenewed({ signal: stop.signal, everyMs: (LEASE_SECONDS * 1_000) / 3, renew }, (signal) =>
        this.readIn(leased, { seat, signal, report }),
      );
    } catch (error) {
      await report.end();
      await this.stopped(leased, report.state, error, stop.signal);
    } finally {
      stop.end();
      await report.end();
      seat.leave();
    }
  }

  private async readIn(
    leased: LeasedReading,
    { seat, signal, report }: { readonly seat: Seat; readonly signal: AbortSignal; readonly report: ReadingReport },
  ): Promise<void> {
    const begun = await this.begunOf(leased);
    if (begun === undefined) return void (await this.database.inScope(SCHEDULER, (em) => dropReading(em, leased)));
    const reading: RepositoryReading = { ...begun, progress: (change) => report.update(change), places: seat, signal };
    const unchanged = leased.needsPlace ? undefined : await this.source.look(reading);
    if ((unchanged === undefined || !(await this.source.hasMetAll(reading, unchanged))) && !seat.take())
      return void (await this.release(leased, { countsAsTry: false, needsPlace: true, seconds: 0 }));
    const end = await this.source.read(reading, unchanged);
    await report.end();
    await this.database.inScope(SCHEDULER, (em) => endReading(em, leased, { ...report.state, ...end }, false));
  }

  /** undefined where the task was stopped, or does not name the repository any more. */
  private begunOf({ task: id, mirror, repository }: LeasedReading): Promise<Begun | undefined> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const launch = await openLaunchOf(em, id);
      const task = launch === undefined ? undefined : await findWatchedTask(em, id);
      const named = task?.repositories.find((one) => one.id === repository);
      return launch === undefined || task === undefined || named === undefined ? undefined : { launch, task, repository: named, mirror };
    });
  }

  private async stopped(leased: LeasedReading, state: ReadingState, error: unknown, signal: AbortSignal): Promise<void> {
    const { task, mirror, tries } = leased;
    if (signal.reason instanceof TaskStopped || error instanceof TaskStopped)
      return void (await this.database.inScope(SCHEDULER, (em) => dropReading(em, leased)));
    if (signal.aborted || isTransient(error) || error instanceof Superseded) {
      // What another worker continues counts as that one's.
      await this.release(leased, { countsAsTry: false, needsPlace: leased.needsPlace, seconds: signal.aborted ? 0 : AWAY_SECONDS });
      throw error;
    }
    const failure = repositoryErrorOf(error);
    if (failure !== undefined) {
      this.logger.warn({ task, mirror, code: failure.code, reason: failure.message }, 'repository error');
      return this.fail(leased, state, failure.code);
    }
    if (tries < READING_TRIES) {
      await this.release(leased, { countsAsTry: true, needsPlace: leased.needsPlace, seconds: FAILED_SECONDS * 2 ** tries });
      throw error;
    }
    this.logger.error({ task, mirror, tries, error: String(error) }, 'reading given up');
    await this.fail(leased, state, 'attempts_exhausted');
  }

  private async fail(leased: LeasedReading, state: ReadingState, code: string): Promise<void> {
    await this.database.inScope(SCHEDULER, (em) =>
      endReading(em, leased, { ...state, status: 'repository_error', error_code: code }, true),
    );
  }

  private async release(leased: LeasedReading, release: Release): Promise<void> {
    // One that cannot be released now expires.
    await this.database.inScope(SCHEDULER, (em) => releaseReading(em, leased, release)).catch(() => undefined);
  }
}
