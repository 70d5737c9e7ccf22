import type { OnModuleDestroy } from '@nestjs/common';
import { newId } from '../crypto/ids.ts';
import { type Database, row, rows, sql } from '../orm/database.ts';
import { SCHEDULER } from '../orm/scope.ts';

export interface LeaseOptions {
  /** The service's own table (name, holder, until), with its schema. */
  readonly table: string;
  /** What is led: one row of the table. */
  readonly name: string;
  /** A leader that is gone is followed after this and one tick; several ticks long, so that a slow one keeps it. */
  readonly seconds: number;
}

/**
 * Of several processes of a service one leads: it holds a lease in PostgreSQL, by PostgreSQL's clock, and renews it at
 * every tick. A leader that was slow may still be at it when another has followed: what must happen once is held by rows.
 */
export class Leader implements OnModuleDestroy {
  private readonly holder = newId();
  private readonly database: Database;
  private readonly lease: LeaseOptions;

  constructor(database: Database, lease: LeaseOptions) {
    this.database = database;
    this.lease = lease;
  }

  /** Takes or renews the lease. False while another holds it. */
  async leads(): Promise<boolean> {
    const { table, name, seconds } = this.lease;
    const taken = await this.database.inScope(SCHEDULER, (em) =>
      row(
        em,
        sql<{ holder: string }>`
          insert into ${sql.table(table)} as l (name, holder, until) values (${name}, ${this.holder}, now() + make_interval(secs => ${seconds}))
          on conflict (name) do update set holder = excluded.holder, until = excluded.until
            where l.holder = excluded.holder or l.until < now()
          returning holder`,
      ),
    );
    return taken !== undefined;
  }

  /** A service that stops in order keeps nobody waiting. */
  async onModuleDestroy(): Promise<void> {
    const { table, name } = this.lease;
    await this.database
      .inScope(SCHEDULER, (em) => rows(em, sql`delete from ${sql.table(table)} where name = ${name} and holder = ${this.holder}`))
      // Without a database the lease ends by itself.
      .catch(() => undefined);
  }
}
