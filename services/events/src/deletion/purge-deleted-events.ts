import { Injectable } from '@nestjs/common';
import { CONSUMER, Database, databaseNow } from '@leakwatch/platform';
import { forgetTasks, lockPurge, purgeEvents } from './purge.store.ts';

/** Events that were deleted with their task can be restored by hand for this long (docs/behaviour/tasks.md). */
export const DELETED_EVENTS_DAYS = 30;
/** Events of one transaction: it holds locks on their rows and on their history. */
const BATCH = 1_000;

/** Removes events whose task was deleted with them, once their time is over, and what such a task searched for. */
@Injectable()
export class PurgeDeletedEvents {
  constructor(private readonly database: Database) {}

  /** Returns how many events were removed. Ends early while another service purges. */
  async run(at?: Date): Promise<number> {
    let purged = 0;
    for (;;) {
      const count = await this.batch(at);
      purged += count;
      if (count < BATCH) break;
    }
    while ((await this.forget(at)) === BATCH);
    return purged;
  }

  private forget(at: Date | undefined): Promise<number> {
    return this.database.inScope(CONSUMER, async (em) => forgetTasks(em, at ?? (await databaseNow(em)), DELETED_EVENTS_DAYS, BATCH));
  }

  /** As a consumer: the row-level security policy hides these events from all other scopes. */
  private batch(at: Date | undefined): Promise<number> {
    return this.database.inScope(CONSUMER, async (em) =>
      (await lockPurge(em)) ? purgeEvents(em, at ?? (await databaseNow(em)), DELETED_EVENTS_DAYS, BATCH) : 0,
    );
  }
}
