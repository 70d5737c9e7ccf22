import { Injectable } from '@nestjs/common';
import { CONSUMER, Database, row, sql } from '@leakwatch/platform';

/** What was deleted can be had back by hand for so long, then it is gone (decisions, 'Tasks'). */
export const DELETED_EVENTS_DAYS = 30;
/** Events of one transaction: their rows stay locked, and their history goes with them. */
const BATCH = 1_000;
/** Held for the length of one batch: of several events services one purges. */
const PURGE_LOCK = 727_004;

/** Removes events whose task was deleted with them, once their time is over. */
@Injectable()
export class PurgeDeletedEvents {
  constructor(private readonly database: Database) {}

  /** Returns how many went. Ends early where another service is at it. */
  async run(now = new Date()): Promise<number> {
    let purged = 0;
    for (;;) {
      const went = await this.batch(now);
      purged += went;
      if (went < BATCH) return purged;
    }
  }

  /** As a consumer: the wall hides these events from everyone else. What hangs on an event is deleted by its own reference. */
  private batch(now: Date): Promise<number> {
    return this.database.inScope(CONSUMER, async (em) => {
      const lock = await row(em, sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${PURGE_LOCK}) as held`);
      if (lock?.held !== true) return 0;
      const gone = await row(
        em,
        sql<{ n: number }>`
          with due as (
            select e.id from events.task t join events.event e on e.task_id = t.task_id
            where t.events_deleted_at <= ${now}::timestamptz - make_interval(days => ${DELETED_EVENTS_DAYS})
            limit ${BATCH}
          ), gone as (delete from events.event e using due where e.id = due.id returning 1)
          select count(*)::int as n from gone`,
      );
      return gone?.n ?? 0;
    });
  }
}
