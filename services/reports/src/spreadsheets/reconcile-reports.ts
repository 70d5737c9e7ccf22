import { Injectable } from '@nestjs/common';
import { Database, rows, SCHEDULER } from '@leakwatch/platform';
import { ReportQueue } from './report-queue.ts';
import { quietReports } from './report.store.ts';

/** A worker touches its report at each page; after this silence the queue is asked whether it has it. */
export const QUIET_SECONDS = 15;

/** PostgreSQL says what is unfinished: jobs that Redis lost, or that ended without a result, are made again. */
@Injectable()
export class ReconcileReports {
  constructor(
    private readonly database: Database,
    private readonly queue: ReportQueue,
  ) {}

  /** Returns how many jobs were made again. */
  async run(quietSeconds = QUIET_SECONDS): Promise<number> {
    const quiet = await this.database.inScope(SCHEDULER, (em) => rows(em, quietReports(quietSeconds)));
    let made = 0;
    for (const { id } of quiet) {
      if (await this.queue.holds(id)) continue;
      await this.queue.add(id);
      made += 1;
    }
    return made;
  }
}
