import { setTimeout } from 'node:timers/promises';
import { MikroORM, type SqlEntityManager } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';
import pg from 'pg';
import { ConnectionLost } from '../errors/connection-lost.ts';
import { retryTransient } from '../errors/retry-transient.ts';
import { isRolledBack } from '../errors/transient.ts';
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
/** Runs of a transaction that PostgreSQL rolls back because of another one: with one order of locks the second run succeeds. */
const RUNS = 4;
/** The longest random pause before such a run, in milliseconds, so that the two do not meet again. */
const RERUN_PAUSE_MS = 50;

/** Work that a transaction does as its last, by its context. */
const endings = new WeakMap<object, (() => Promise<void>)[]>();

/** What identifies the transaction of `em`, also in forks that keep it. */
export function transactionOf(em: SqlEntityManager): object {
  const transaction: object | undefined = em.getTransactionContext();
  if (transaction === undefined) throw new Error('outside a transaction of Database.inScope');
  return transaction;
}

/** Runs `step` after all other statements of the transaction, in the order in which steps were added. */
export function atEnd(em: SqlEntityManager, step: () => Promise<void>): void {
  const steps = endings.get(transactionOf(em));
  if (steps === undefined) throw new Error('the transaction ends already');
  steps.push(step);
}

/** The only way to the tables: every transaction says on whose behalf it runs. */
export class Database {
  readonly orm: MikroORM;
  private readonly service: string;
  private closed = false;

  private constructor(orm: MikroORM, service: string) {
    this.orm = orm;
    this.service = service;
  }

  static async open(options: DatabaseOptions): Promise<Database> {
    const pool = new pg.Pool({ connectionString: options.url, max: options.pool, idleTimeoutMillis: IDLE_MS, pipeline: true });
    // A connection that the server drops is replaced at its next use; without a listener it would end the process.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const orm = await MikroORM.init({
      clientUrl: options.url,
      schema: options.service,
      entities: [...(options.entities ?? [])],
      discovery: { warnWhenNoEntities: false },
      // MikroORM would create a database that is missing, and close our pool for that.
      ensureDatabase: false,
      forceUtcTimezone: true,
      // Also for the driver's own parsers: timestamptz is a Date. MikroORM would leave it a string for its entities.
      driverOptions: new ReturningPostgresDialect(pool),
    });
    return new Database(orm, options.service);
  }

  /**
   * Runs `work` in one transaction under the service's role with the rows that the scope may see. PostgreSQL may roll it back for
   * the sake of another transaction (a deadlock, a serialization failure): then it runs again, so `work` changes nothing but rows,
   * or what may change twice. A connection that died while it was idle is replaced first.
   */
  async inScope<T>(scope: Scope, work: (em: SqlEntityManager) => Promise<T>): Promise<T> {
    for (let run = 1; ; run += 1) {
      try {
        return await this.runOnce(scope, work);
      } catch (error) {
        if (this.closed) throw new ConnectionLost(error);
        if (run >= RUNS || !isRolledBack(error)) throw error;
        await setTimeout(Math.random() * RERUN_PAUSE_MS);
      }
    }
  }

  /**
   * As `inScope`, for work that changes and locks nothing, in PostgreSQL, which refuses a write, and elsewhere: it runs again when its connection
   * turns out to be dead. Its first statement does not wait for the begin of the transaction, nor its result for the end.
   */
  async read<T>(scope: Scope, work: (em: SqlEntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.runOnce(scope, work, true);
    } catch (error) {
      throw this.closed ? new ConnectionLost(error) : error;
    }
  }

  private async runOnce<T>(scope: Scope, work: (em: SqlEntityManager) => Promise<T>, readOnly = false): Promise<T> {
    const em = this.orm.em.fork() as SqlEntityManager;
    em.setSessionContext({
      variables: {
        // As `set local role`, without a statement of its own.
        role: roleOf(this.service),
        'leakwatch.scope': scope.kind,
        'leakwatch.organisation': scope.kind === 'organisation' ? scope.organisation : '',
      },
    });
    let begun = false;
    return retryTransient(
      () =>
        em.transactional(
          (inner) => {
            begun = true;
            return toTheEnd(inner, work);
          },
          { readOnly },
        ),
      (attempt) => (begun && !readOnly) || attempt >= BEGIN_TRIES,
    );
  }

  /** Throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.orm.em.fork().getConnection().execute('select 1');
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.orm.close(true);
  }
}

/** Runs `work`, then what it left for the end of its transaction. */
async function toTheEnd<T>(em: SqlEntityManager, work: (em: SqlEntityManager) => Promise<T>): Promise<T> {
  const steps: (() => Promise<void>)[] = [];
  endings.set(transactionOf(em), steps);
  const result = await work(em);
  // What is not flushed yet would be written, and lock rows, after the last step.
  await em.flush();
  endings.delete(transactionOf(em));
  for (const step of steps) await step();
  return result;
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
