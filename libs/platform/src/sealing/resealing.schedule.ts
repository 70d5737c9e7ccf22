import type { OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Vault } from '../crypto/keys.ts';
import { Leader } from '../leader/leader.ts';
import type { Logger } from '../logging/logger.ts';
import type { Database } from '../orm/database.ts';
import { Schedule } from '../schedule/schedule.ts';
import { resealColumns } from './reseal-columns.ts';
import type { SealedColumn } from './sealed-column.ts';

/** Short enough that a person can wait for it after a rotation; a pass that finds nothing reads a few tables. */
const TICK_MS = 60_000;
/** Two ticks: another process takes over after that. */
const LEASE_SECONDS = (2 * TICK_MS) / 1_000;

export interface ResealingOptions {
  readonly database: Database;
  readonly service: string;
  readonly vault: Vault;
  readonly columns: readonly SealedColumn[];
  readonly logger: Logger;
}

/** After a rotation of the sealing keys, seals the stored values of a service with the new one, in one of its processes. */
export class ResealingSchedule extends Schedule implements OnApplicationBootstrap {
  private readonly leader: Leader;
  private readonly options: ResealingOptions;

  constructor(options: ResealingOptions) {
    super(options.logger);
    this.options = options;
    const { database, service } = options;
    this.leader = new Leader(database, { table: `${service}.lease`, name: 'resealing', seconds: LEASE_SECONDS });
  }

  /** A restart follows a change of the keys. */
  onApplicationBootstrap(): void {
    void this.tick();
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      if (await this.leader.leads()) await this.reseal();
    });
  }

  async reseal(): Promise<void> {
    const { database, vault, columns, logger } = this.options;
    const resealed = await resealColumns(database, vault, columns, (column, error) =>
      logger.error({ column, error: String(error) }, 'a sealed value cannot be opened'),
    );
    if (resealed.size > 0) logger.info({ resealed: Object.fromEntries(resealed) }, 'values were sealed with the new key');
  }

  onModuleDestroy(): Promise<void> {
    return this.leader.onModuleDestroy();
  }
}
