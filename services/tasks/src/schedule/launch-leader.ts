import { Injectable } from '@nestjs/common';
import { Database, Leader } from '@leakwatch/platform';

/** Four ticks of the schedule. */
export const LEASE_SECONDS = 8;

/** Of several tasks services one runs the schedule. */
@Injectable()
export class LaunchLeader extends Leader {
  constructor(database: Database) {
    super(database, { table: 'tasks.lease', name: 'launch-schedule', seconds: LEASE_SECONDS });
  }
}
