import { MikroORM, type SqlEntityManager } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';
import pg from 'pg';
import { retryTransient } from '../errors/retry-transient.ts';
import { ReturningPostgresDialect } from './dialect.ts';
import type { Declared } from './entities.ts';
import type { Scope } from './scope.ts';

export { type RawBuilder, sql } from 'kysely';
export type { SqlEntityManager } from '@mikro-orm/postgresql';

export interface DatabaseOptions {
  readonly url: string;
  /** The service: its schema, and its role `leakwatch_<service>` under which every transaction runs. */
  readonly service: string;
  readonly entities?: readonly Declared[];
  /** Connections at the most. */
  readonly pool: number;
}

/** A schema's name in SQL, and the role that works in it: never the owner, so row-level security binds it. */
export const roleOf = (service: string) => `leakwatch_${service}`;

/** Idle connections are given back: each costs PostgreSQL some megabytes. */
const IDLE_MS = 30_000;
/** After a restart of the server the pool may hand out a connection whose end it has not read yet. */
const BEGIN_TRIES = 3;

/** The only way to the tables: every transaction says on whose behalf it runs. */
export class Database {
  readonly orm: MikroORM;
  private readonly service: string;

  private constructor(orm: MikroORM, service: string) {
    this.orm = orm;
    this.service = service;
  }

  static async open(options: DatabaseOptions): Promise<Database> {
    const pool = new pg.Pool({ connectionString: options.url, max: options.pool, idleTimeoutMillis: IDLE_MS });
    // A connection that the server drops is replaced at its next use; without a listener it would end the process.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const orm = await MikroORM.init({
      clientUrl: options.url,
      schema: options.service,
      entities: [...(options.entities ?? [])],
      discovery: { warnWhenNoEntities: false },
      forceUtcTimezone: true,
      // Also for the driver's own parsers: timestamptz is a Date. MikroORM would leave it a string for its entities.
      driverOptions: new ReturningPostgresDialect(pool),
    });
    return new Database(orm, options.service);
  }

  /**
   * Runs `work` in one transaction under the service's role with the rows that the scope may see. What has begun is
   * never run twice; a connection that died while it was idle is replaced first.
   */
  async inScope<T>(scope: Scope, work: (em: SqlEntityManager) => Promise<T>): Promise<T> {
    const em = this.orm.em.fork() as SqlEntityManager;
    em.setSessionContext({
      role: roleOf(this.service),
      variables: {
        'leakwatch.scope': scope.kind,
        'leakwatch.organisation': scope.kind === 'organisation' ? scope.organisation : '',
      },
    });
    let begun = false;
    return retryTransient(
      () =>
        em.transactional((inner) => {
          begun = true;
          return work(inner);
        }),
      (attempt) => begun || attempt >= BEGIN_TRIES,
    );
  }

  /** Throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.orm.em.fork().getConnection().execute('select 1');
  }

  async close(): Promise<void> {
    await this.orm.close(true);
  }
}

/** Runs a statement in the transaction of `em`; values are always parameters. */
export async function rows<T>(em: SqlEntityManager, statement: RawBuilder<T>): Promise<T[]> {
  const result = await statement.execute(em.getKysely());
  return [...result.rows];
}

/** As `rows`, for a statement that gives at most one. */
export async function row<T>(em: SqlEntityManager, statement: RawBuilder<T>): Promise<T | undefined> {
  return (await rows(em, statement))[0];
}
