import { Inject, Injectable } from '@nestjs/common';
import type { CrawlJob, TaskChange } from '@leakwatch/contracts';
import { compilePatterns } from '@leakwatch/matching';
import { type Bus, BUS, Database, isTransient, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import { countLedger } from '../repositories/ledger/blob-ledger.store.ts';
import { GitRepositoryError } from '../repositories/git/git-repository-error.ts';
import { containerOf } from '../sources/git-repo/container-of.ts';
import { GitRepoSource } from '../sources/git-repo/git-repo.source.ts';
import { LaunchReport } from './launch-report.ts';
import type { Watch } from './match-document.ts';
import { scanTarget } from './scan-target.ts';
import { StopWatch, TaskStopped } from './stop-watch.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import { waitForTask } from './wait-for-task.ts';

/** Share of fetching and listing in a target's progress, in percent; the rest is matching. */
const PREPARE_SHARE = 40;

type Target = TaskChange['repositories'][number];

/** One launch: mirrors, lists and matches every repository of the task and publishes the findings. It resumes where an earlier attempt ended. */
@Injectable()
export class RunLaunch {
  constructor(
    private readonly database: Database,
    private readonly source: GitRepoSource,
    private readonly learn: LearnTask,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws a transient error, or the signal's reason when the worker stops; the launch is then run again. */
  async run(job: CrawlJob, stopping: AbortSignal): Promise<void> {
    const task = await waitForTask(this.database, this.learn, job, stopping);
    const report = new LaunchReport(
      this.database,
      this.bus,
      job,
      task.repositories.map((target) => target.id),
    );
    const stop = new StopWatch(this.database, job.task_id, stopping);
    try {
      const failures = await this.runTargets(job, task, report, stop.signal);
      const all = failures.length > 0 && failures.length === task.repositories.length;
      await report.finish(all ? 'failed' : 'done', failures[0] ?? null);
    } catch (error) {
      if (stop.signal.reason instanceof TaskStopped) return await report.finish('cancelled', null);
      throw error;
    } finally {
      stop.end();
      report.stop();
    }
  }

  /** Returns the error codes of repositories of which nothing could be read. */
  private async runTargets(job: CrawlJob, task: TaskChange, report: LaunchReport, signal: AbortSignal): Promise<string[]> {
    const patterns = new Map(task.patterns.map((pattern) => [pattern.id, pattern]));
    const watch: Watch = { compiled: compilePatterns(task.patterns), patterns };
    // A task with such a pattern cannot be saved, so this is a defect. The reason would quote the pattern, which no log may
    // contain.
    for (const { patternId } of watch.compiled.refused)
      this.logger.error({ launch: job.launch_id, task: job.task_id, pattern: patternId }, 'pattern cannot be matched');
    const failures: string[] = [];
    for (const target of task.repositories) {
      try {
        await this.runTarget(job, target, watch, report, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof GitRepositoryError)) throw error;
        this.logger.warn({ launch: job.launch_id, task: job.task_id, code: error.code, reason: error.message }, 'repository error');
        report.update(target.id, { status: 'repository_error', error_code: error.code, percent: 100 });
        failures.push(error.code);
      }
    }
    return failures;
  }

  private async runTarget(job: CrawlJob, target: Target, watch: Watch, report: LaunchReport, signal: AbortSignal): Promise<void> {
    const stream = await this.source.prepare(
      { organisationId: job.organisation_id, repository: target },
      {
        signal,
        report: (status, percent) => report.update(target.id, { status, percent: (percent * PREPARE_SHARE) / 100, error_code: null }),
      },
    );
    const count = (position: bigint) => this.database.inScope(SCHEDULER, (em) => countLedger(em, stream.mirrorId, String(position)));
    const before = await count(0n);
    report.update(target.id, { status: 'processing_commits', blobs_total: before.total });
    await scanTarget({
      database: this.database,
      bus: this.bus,
      source: this.source,
      stream,
      watch,
      signal,
      base: {
        organisation_id: job.organisation_id,
        task_id: job.task_id,
        launch_id: job.launch_id,
        source_type: this.source.kind,
        container: containerOf(target),
      },
      onCommitted: (position) => {
        count(position).then(
          ({ total, scanned, unread }) => {
            const share = total === 0 ? 1 : scanned / total;
            report.update(target.id, {
              blobs_total: total,
              blobs_scanned: scanned,
              blobs_unread: unread,
              percent: PREPARE_SHARE + (100 - PREPARE_SHARE) * share,
            });
          },
          (error: unknown) => this.logger.debug({ error: String(error), transient: isTransient(error) }, 'progress not counted'),
        );
      },
    });
    const counts = await this.database.inScope(SCHEDULER, (em) => countLedger(em, stream.mirrorId, '9223372036854775807'));
    report.update(target.id, {
      status: stream.damage === undefined ? 'ready_to_search' : 'repository_error',
      error_code: stream.damage?.code ?? null,
      last_indexed: new Date().toISOString(),
      blobs_total: counts.total,
      blobs_scanned: counts.scanned - counts.unread,
      blobs_unread: counts.unread,
      percent: 100,
    });
  }
}
