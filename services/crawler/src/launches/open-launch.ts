import { Injectable } from '@nestjs/common';
import type { CrawlJob } from '@leakwatch/contracts';
import { Database, SCHEDULER } from '@leakwatch/platform';
import { lockRunningTask, wantReadings } from '../mirror-readings/wanted-readings.store.ts';
import { FRESH_SECONDS } from '../units/freshness.ts';
import { wantUnits } from '../units/wanted-units.store.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import { waitForTask } from '../watched-tasks/wait-for-task.ts';
import { openLaunch } from './launch.store.ts';

/** Begins a launch: asks for a pass over each unit, or for a reading of each repository, that the task needs. */
@Injectable()
export class OpenLaunch {
  constructor(
    private readonly database: Database,
    private readonly learn: LearnTask,
  ) {}

  /** A launch that is known changes nothing. Throws Unavailable while the task is not known in the version that the launch needs. */
  async run(job: CrawlJob, signal: AbortSignal): Promise<void> {
    const task = await waitForTask(this.database, this.learn, job, signal);
    await this.database.inScope(SCHEDULER, async (em) => {
      // The copy is locked before the launch (docs/locks.md).
      const running = await lockRunningTask(em, task.task_id);
      if (!(await openLaunch(em, job, running !== undefined)) || running === undefined) return;
      if (job.source_type === 'git_repo') await wantReadings(em, job.launch_id, running);
      else await wantUnits(em, job, FRESH_SECONDS[job.source_type]);
    });
  }
}
