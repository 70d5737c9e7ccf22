import { Injectable } from '@nestjs/common';
import { Database, Leader } from '@leakwatch/platform';

/** Two ticks: another process takes over within fifteen seconds. */
const LEASE_SECONDS = 10;

/** One of several events services makes and sends digests. That each is sent once does not depend on this lease. */
@Injectable()
export class DigestLeader extends Leader {
  constructor(database: Database) {
    super(database, { table: 'events.lease', name: 'digests', seconds: LEASE_SECONDS });
  }
}
