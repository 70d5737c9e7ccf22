import { Injectable } from '@nestjs/common';
import { Database, Leader } from '@leakwatch/platform';

/** Two ticks: one that is gone is followed within fifteen seconds. */
const LEASE_SECONDS = 10;

/** Of several events services one makes and sends digests. What is sent once is held by rows, not by this. */
@Injectable()
export class DigestLeader extends Leader {
  constructor(database: Database) {
    super(database, { table: 'events.lease', name: 'digests', seconds: LEASE_SECONDS });
  }
}
