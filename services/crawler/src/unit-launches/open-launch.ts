import { Injectable } from '@nestjs/common';
import type { CrawlJob } from '@leakwatch/contracts';
import { Database, SCHEDULER } from '@leakwatch/platform';
import { FRESH_SECONDS } from '../units/freshness.ts';
import { wantUnits } from '../units/wanted-units.store.ts';
import { LearnTask } from '../watched-tasks/learn-task.ts';
import { waitForTask } from '../watched-tasks/wait-for-task.ts';
import { openLaunch } from './launch.store.ts';

/** Begins a launch over a source that is read in units: asks for a pass over each unit that the task needs. */
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
      if (await openLaunch(em, job, task.running && !task.archived)) await wantUnits(em, job, FRESH_SECONDS[job.source_type]);
    });
  }
}
