import { Inject, Injectable } from '@nestjs/common';
import type { CrawlJob, TaskChange } from '@leakwatch/contracts';
import { compilePatterns } from '@leakwatch/matching';
import { type Bus, BUS, Database, LOGGER, type Logger } from '@leakwatch/platform';
import type { Watch } from '../scanning/match-document.ts';
import type { Source } from '../sources/source.port.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import { LaunchReport } from './launch-report.ts';
import { StopWatch, TaskStopped } from './stop-watch.ts';
import { waitForTask } from './wait-for-task.ts';

/** One launch: the source reads what is new for the task and publishes findings. It resumes where an earlier attempt ended. */
@Injectable()
export class RunLaunch {
  constructor(
    private readonly database: Database,
    private readonly learn: LearnTask,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws a transient error, or the signal's reason when the worker stops; the launch is then run again. */
  async run(source: Source, job: CrawlJob, stopping: AbortSignal): Promise<void> {
    const task = await waitForTask(this.database, this.learn, job, stopping);
    const targets = source.targets(task);
    const progress = new LaunchReport(this.database, this.bus, job, targets);
    const stop = new StopWatch(this.database, job.task_id, stopping);
    try {
      const failures = await source.crawl({ job, task, watch: this.compile(job, task), progress, signal: stop.signal });
      const all = failures.length > 0 && failures.length === targets.length;
      await progress.finish(all ? 'failed' : 'done', failures[0] ?? null);
    } catch (error) {
      if (stop.signal.reason instanceof TaskStopped) return await progress.finish('cancelled', null);
      throw error;
    } finally {
      stop.end();
      progress.stop();
    }
  }

  private compile(job: CrawlJob, task: TaskChange): Watch {
    const patterns = new Map(task.patterns.map((pattern) => [pattern.id, pattern]));
    const watch: Watch = { compiled: compilePatterns(task.patterns), patterns };
    // A task with such a pattern cannot be saved, so this is a defect. The reason would quote the pattern, which no log may
    // contain.
    for (const { patternId } of watch.compiled.refused)
      this.logger.error({ launch: job.launch_id, task: job.task_id, pattern: patternId }, 'pattern cannot be matched');
    return watch;
  }
}
