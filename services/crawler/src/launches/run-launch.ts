import { Inject, Injectable } from '@nestjs/common';
import type { CrawlJob, TaskChange } from '@leakwatch/contracts';
import { MatchingPool } from '@leakwatch/matching';
import { type Bus, BUS, Database, LOGGER, type Logger, SCHEDULER, Unavailable } from '@leakwatch/platform';
import type { Watch } from '../scanning/to-findings.ts';
import type { Source } from '../sources/source.port.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import { LaunchReport } from './launch-report.ts';
import { findWatchedTask, isRunning } from '../watched-tasks/watched-task.store.ts';
import { setTimeout as sleep } from 'node:timers/promises';

const TASK_CHECK_MS = 100;
/** A task's message is committed before its launch, so after this time the bus will not deliver it any more. */
const WAIT_MS = 3_000;

/** The task in the version that the launch needs or a newer one: from the bus, else from the tasks service. */
async function waitForTask(database: Database, learn: LearnTask, job: CrawlJob, signal: AbortSignal): Promise<TaskChange> {
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    const task = await database.inScope(SCHEDULER, (em) => findWatchedTask(em, job.task_id));
    if (task !== undefined && task.version >= job.task_version) return task;
    await sleep(TASK_CHECK_MS, undefined, { signal });
  }
  const asked = await learn.run(job.task_id);
  if (asked.version < job.task_version) throw new Unavailable('task_not_yet_known');
  return asked;
}

/** The task was stopped during its launch. */
class TaskStopped extends Error {}

/** A stop must take effect within 5 s; a check reads one row by its key. */
const STOP_CHECK_MS = 1_000;

/** Its signal is aborted when the task or the worker is stopped. */
class StopWatch {
  readonly signal: AbortSignal;
  private readonly timer: NodeJS.Timeout;

  constructor(database: Database, task: string, stopping: AbortSignal) {
    const stopped = new AbortController();
    this.signal = AbortSignal.any([stopped.signal, stopping]);
    this.timer = setInterval(() => {
      database
        .inScope(SCHEDULER, (em) => isRunning(em, task))
        .then((running) => running || stopped.abort(new TaskStopped()))
        // A database that is away for a moment does not stop the launch.
        .catch(() => undefined);
    }, STOP_CHECK_MS);
  }

  end(): void {
    clearInterval(this.timer);
  }
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

  /** Throws a transient error, or the signal's reason when the worker stops; the launch is then run again. */
  async run(source: Source, job: CrawlJob, stopping: AbortSignal): Promise<void> {
    const task = await waitForTask(this.database, this.learn, job, stopping);
    const targets = source.targets(task);
    const progress = new LaunchReport(this.database, this.bus, job, targets);
    const stop = new StopWatch(this.database, job.task_id, stopping);
    let watch: Watch | undefined;
    try {
      watch = await this.compile(job, task, stop.signal);
      const failures = await source.crawl({ job, task, watch, progress, signal: stop.signal });
      const all = failures.length > 0 && failures.length === targets.length;
      await progress.finish(all ? 'failed' : 'done', failures[0] ?? null);
    } catch (error) {
      if (stop.signal.reason instanceof TaskStopped) return await progress.finish('cancelled', null);
      throw error;
    } finally {
      watch?.set.close();
      stop.end();
      progress.stop();
    }
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
