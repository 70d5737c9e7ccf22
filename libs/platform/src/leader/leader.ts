import type { OnModuleDestroy } from '@nestjs/common';
import { newId } from '../crypto/ids.ts';
import { type Database, row, rows, sql } from '../orm/database.ts';
import { SCHEDULER } from '../orm/scope.ts';

/** The table in a service's schema with the leases of its schedules. */
export const leaseTable = (service: string) =>
  `create table if not exists ${service}.lease (name text primary key, holder uuid not null, until timestamptz not null);`;

export interface LeaseOptions {
  /** The service's own table (name, holder, until), with its schema. */
  readonly table: string;
  /** What is led: one row of the table. */
  readonly name: string;
  /** Another process takes over after this and one tick; several ticks long, so that a slow leader keeps the lease. */
  readonly seconds: number;
}

/**
 * One of several processes of a service leads: it holds a lease in PostgreSQL, by PostgreSQL's clock, and renews it at every
 * tick. A slow leader may still work when another has taken over, so what must happen once is ensured by rows, not by this.
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

  /** A service that stops releases the lease at once. */
  async onModuleDestroy(): Promise<void> {
    const { table, name } = this.lease;
    await this.database
      .inScope(SCHEDULER, (em) => rows(em, sql`delete from ${sql.table(table)} where name = ${name} and holder = ${this.holder}`))
      // Without a database the lease ends by itself.
      .catch(() => undefined);
  }
}
