import { Injectable } from '@nestjs/common';
import { Database, rows, SCHEDULER, sql } from '@leakwatch/platform';

/** Reports of one transaction. */
const BATCH = 100;

/** Files that were stored long enough go; their reports stay, to be made again. */
@Injectable()
export class ExpireReports {
  constructor(private readonly database: Database) {}

  /** Returns how many. */
  async run(): Promise<number> {
    const gone = await this.database.inScope(SCHEDULER, (em) =>
      rows(
        em,
        sql`with due as (
              select id, object_key from reports.report where status = 'ready' and stored_until <= now()
              order by stored_until limit ${BATCH} for update skip locked
            ), doomed as (
              insert into reports.doomed_object (object_key, due) select object_key, now() from due
              on conflict (object_key) do update set due = excluded.due
            )
            update reports.report r set status = 'deleted', object_key = null, stored_until = null from due
            where r.id = due.id returning r.id`,
      ),
    );
    return gone.length;
  }
}
