import { Interval } from '@nestjs/schedule';
import { Leader } from '../leader/leader.ts';
import type { Logger } from '../logging/logger.ts';
import type { Database } from '../orm/database.ts';
import { Schedule } from '../schedule/schedule.ts';
import { sweepTables } from './sweep-tables.ts';
import type { ServiceRetention } from './table-retention.ts';

const TICK_MS = 600_000;
/** Two ticks: another process takes over after that. */
const LEASE_SECONDS = (2 * TICK_MS) / 1_000;

export interface RetentionOptions {
  readonly database: Database;
  readonly service: string;
  readonly tables: ServiceRetention;
  readonly logger: Logger;
}

/** Sweeps the tables of a service every ten minutes, in one of its processes. */
export class RetentionSchedule extends Schedule {
  private readonly leader: Leader;
  private readonly options: RetentionOptions;

  constructor(options: RetentionOptions) {
    super(options.logger);
    this.options = options;
    const { database, service } = options;
    this.leader = new Leader(database, { table: `${service}.lease`, name: 'retention', seconds: LEASE_SECONDS });
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      if (await this.leader.leads()) await this.sweep();
    });
  }

  /** Returns how many rows were deleted, by table. */
  async sweep(): Promise<ReadonlyMap<string, number>> {
    const { database, service, tables, logger } = this.options;
    const swept = await sweepTables(database, service, tables, (table, error) =>
      logger.warn({ table, error: String(error) }, 'a table was not swept'),
    );
    if (swept.size > 0) logger.info({ swept: Object.fromEntries(swept) }, 'rows that are over were deleted');
    return swept;
  }

  onModuleDestroy(): Promise<void> {
    return this.leader.onModuleDestroy();
  }
}
