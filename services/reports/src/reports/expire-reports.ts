import { Injectable } from '@nestjs/common';
import { Database, SCHEDULER } from '@leakwatch/platform';
import { expireReports } from './report.store.ts';

/** Reports of one transaction. */
const BATCH = 100;

/** Deletes files that were stored long enough; their reports stay and can be made again. */
@Injectable()
export class ExpireReports {
  constructor(private readonly database: Database) {}

  /** Returns how many reports expired. */
  run(): Promise<number> {
    return this.database.inScope(SCHEDULER, (em) => expireReports(em, BATCH));
  }
}
