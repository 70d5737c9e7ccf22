import { Injectable } from '@nestjs/common';
import { Database, SCHEDULER } from '@leakwatch/platform';
import { ReportQueue } from '../reports/report-queue.ts';
import { quietReports } from '../reports/report.store.ts';

/** A worker touches its report at each page; after this silence the queue is asked whether it has it. */
export const QUIET_SECONDS = 15;

/** PostgreSQL is the record of unfinished reports: jobs that Redis lost, or that ended without a result, are added again. */
@Injectable()
export class ReconcileReports {
  constructor(
    private readonly database: Database,
    private readonly queue: ReportQueue,
  ) {}

  /** Returns how many jobs were added. */
  async run(quietSeconds = QUIET_SECONDS): Promise<number> {
    const quiet = await this.database.inScope(SCHEDULER, (em) => quietReports(em, quietSeconds));
    let added = 0;
    for (const { id } of quiet) {
      if (await this.queue.holds(id)) continue;
      await this.queue.add(id);
      added += 1;
    }
    return added;
  }
}
