import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database, newId, row, rows, SCHEDULER, sql } from '@leakwatch/platform';

/** A leader that is gone is followed after this and one tick; several ticks long, so that a slow one keeps it. */
export const LEASE_SECONDS = 8;
const NAME = 'launch-schedule';

/** Of several tasks services one is the clock: it holds a lease in PostgreSQL, renewed at every tick. */
@Injectable()
export class Leader implements OnModuleDestroy {
  private readonly holder = newId();

  constructor(private readonly database: Database) {}

  /** Takes or renews the lease. False while another holds it. */
  async leads(): Promise<boolean> {
    const taken = await this.database.inScope(SCHEDULER, (em) =>
      row(
        em,
        sql<{ holder: string }>`
          insert into tasks.lease as l (name, holder, until) values (${NAME}, ${this.holder}, now() + make_interval(secs => ${LEASE_SECONDS}))
          on conflict (name) do update set holder = excluded.holder, until = excluded.until
            where l.holder = excluded.holder or l.until < now()
          returning holder`,
      ),
    );
    return taken !== undefined;
  }

  /** A service that stops in order keeps nobody waiting. */
  async onModuleDestroy() {
    await this.database
      .inScope(SCHEDULER, (em) => rows(em, sql`delete from tasks.lease where name = ${NAME} and holder = ${this.holder}`))
      // Without a database the lease ends by itself.
      .catch(() => undefined);
  }
}
