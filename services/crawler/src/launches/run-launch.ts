import { Inject, Injectable } from '@nestjs/common';
import type { CrawlJob, TaskChange } from '@leakwatch/contracts';
import { MatchingPool } from '@leakwatch/matching';
import { type Bus, BUS, Database, isTransient, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import type { Watch } from '../scanning/to-findings.ts';
import type { Source, SourceLaunch } from '../sources/source.port.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import { Superseded } from '../superseded.ts';
import { LaunchReport } from './launch-report.ts';
import { beginTry, takeBackTry } from './launch-tries.store.ts';
import { findWatchedTask } from '../watched-tasks/watched-task.store.ts';
import { StopWatch, TaskStopped } from './stop-watch.ts';
import { IN_PLACE, type WaitingPlaces } from '../waiting-places.ts';
import { waitForTask } from '../watched-tasks/wait-for-task.ts';

/**
 * Tries of a launch, after which it ends as failed. A worker that dies ends the tries of the other launches that it had in hand
 * too, so one is not enough; each try of a launch that ends its worker costs every one of these a restart.
 */
export const LAUNCH_TRIES = 5;

interface Begun extends Pick<SourceLaunch, 'job' | 'task' | 'places'> {
  readonly progress: LaunchReport;
}

/** One launch: the source reads what is new for the task and publishes findings. It resumes where an earlier attempt ended. */
@Injectable()
export class RunLaunch {
  constructor(
    private readonly database: Database,
    private readonly learn: LearnTask,
    private readonly pool: MatchingPool,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Throws when the launch is to be run again: a transient error, the signal's reason when the worker stops, or any other error
   * while there are tries left. A try is counted before anything is read, so a worker that dies has counted it.
   */
  async run(source: Source, job: CrawlJob, stopping: AbortSignal, places: WaitingPlaces = IN_PLACE): Promise<void> {
    const tries = await this.database.inScope(SCHEDULER, (em) => beginTry(em, job));
    let progress: LaunchReport | undefined;
    try {
      if (tries > LAUNCH_TRIES) throw new Error('the workers of all earlier tries died');
      const task = await waitForTask(this.database, this.learn, job, stopping);
      progress = new LaunchReport(this.database, this.bus, job, source.targets(task));
      await this.crawl(source, { job, task, progress, places }, stopping);
    } catch (error) {
      if (stopping.aborted || isTransient(error) || error instanceof Superseded) {
        // Where the database is away, the try counts. One that another worker continues counts as that one's.
        await this.database.inScope(SCHEDULER, (em) => takeBackTry(em, job.launch_id)).catch(() => undefined);
        throw error;
      }
      if (tries < LAUNCH_TRIES) throw error;
      this.logger.error({ launch: job.launch_id, task: job.task_id, tries, error: String(error) }, 'launch given up');
      progress ??= new LaunchReport(this.database, this.bus, job, await this.targetsOf(source, job));
      await progress.giveUp('attempts_exhausted');
    } finally {
      progress?.stop();
    }
  }

  private async crawl(source: Source, begun: Begun, stopping: AbortSignal): Promise<void> {
    const { job, task, progress } = begun;
    const stop = new StopWatch(this.database, job.task_id, stopping);
    let watch: Watch | undefined;
    try {
      watch = await this.compile(job, task, stop.signal);
      const failures = await source.crawl({ ...begun, watch, signal: stop.signal });
      const all = failures.length > 0 && failures.length === progress.targets;
      await progress.finish(all ? 'failed' : 'done', failures[0] ?? null);
    } catch (error) {
      if (stop.signal.reason instanceof TaskStopped) return await progress.finish('cancelled', null);
      throw error;
    } finally {
      watch?.set.close();
      stop.end();
    }
  }

  /** None where the task never arrived. */
  private async targetsOf(source: Source, job: CrawlJob): Promise<readonly string[]> {
    const task = await this.database.inScope(SCHEDULER, (em) => findWatchedTask(em, job.task_id));
    return task === undefined ? [] : source.targets(task);
  }

  private async compile(job: CrawlJob, task: TaskChange, signal: AbortSignal): Promise<Watch> {
    const patterns = new Map(task.patterns.map((pattern) => [pattern.id, pattern]));
    const set = await this.pool.open(job.launch_id, task.patterns, signal);
    // A task with such a pattern cannot be saved, so this is a defect. The reason would quote the pattern, which no log may
    // contain.
    for (const { patternId } of set.refused)
      this.logger.error({ launch: job.launch_id, task: job.task_id, pattern: patternId }, 'pattern cannot be matched');
    return { set, patterns };
  }
}
