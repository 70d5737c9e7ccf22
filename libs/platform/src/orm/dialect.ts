import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { connectionError } from '../errors/connection-lost.ts';

const giveBack = (driver: Driver, connection: DatabaseConnection) => driver.releaseConnection(connection);

/** The first statement of every transaction of Database.inScope. Its values are written into it, and nobody reads its result. */
const CONTEXT = /^select set_config\(/;

/**
 * Kysely's controlled transactions keep their pooled connection for ever when `begin` or `rollback` fails, as both do on
 * a connection that the server has closed: after some restarts of the database the pool is empty and the service waits
 * without end. This driver gives the connection back; the pool throws a dead one away.
 *
 * `begin` travels with the statement that sets the scope: one round trip instead of two for every transaction. Where a transaction only reads, its
 * first statement is sent right behind them, and nobody waits for its end. The pool's connections are in pipeline mode for that.
 */
class ReturningDriver extends PostgresDriver {
  private readonly typed = new WeakSet<DatabaseConnection>();
  /** Connections whose `begin` is sent with the next statement, with how it is spelled. */
  private readonly unbegun = new WeakMap<DatabaseConnection, string>();
  private readonly reading = new WeakSet<DatabaseConnection>();
  /** Connections of transactions that read, until the first statement of the work: the answer to `begin` and the scope. */
  private readonly beginning = new WeakMap<DatabaseConnection, Promise<unknown>>();

  private readonly acquiring = new Set<Promise<unknown>>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const acquiring = super.acquireConnection().catch((error: unknown) => {
      throw connectionError(error);
    });
    this.acquiring.add(acquiring);
    const connection = await acquiring.finally(() => this.acquiring.delete(acquiring));
    if (!this.typed.has(connection)) this.throwTyped(connection);
    return connection;
  }

  /** A connection that is made when Kysely's driver has left its pool is never given back, and the pool would wait for it without end. */
  override async destroy(): Promise<void> {
    while (this.acquiring.size > 0) await Promise.allSettled(this.acquiring);
    await super.destroy();
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const readOnly = settings.accessMode === 'read only';
    if (readOnly) this.reading.add(connection);
    else this.reading.delete(connection);
    if (settings.isolationLevel === undefined) {
      this.unbegun.set(connection, readOnly ? 'begin read only' : 'begin');
      return;
    }
    try {
      await super.beginTransaction(connection, settings);
    } catch (error) {
      await giveBack(this, connection);
      throw error;
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.unbegun.delete(connection)) return;
    const committed = super.commitTransaction(connection);
    if (!this.reading.has(connection)) return committed;
    // A connection that is lost here is replaced by the pool.
    committed.catch(() => undefined);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.unbegun.delete(connection)) return;
    // When the rollback fails the connection is lost, and the server has rolled back with it.
    await super.rollbackTransaction(connection).catch(() => undefined);
  }

  /** The connection begins its transaction, and throws ConnectionLost where node-postgres throws an error without a class. */
  private throwTyped(connection: DatabaseConnection): void {
    const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection);
    const send = async <R>(...[query, ...rest]: Parameters<DatabaseConnection['executeQuery']>): Promise<QueryResult<R>> => {
      const beginning = this.beginning.get(connection);
      if (beginning !== undefined) {
        this.beginning.delete(connection);
        const [, result] = await Promise.all([beginning, execute<R>(query, ...rest)]);
        return result;
      }
      const begin = this.unbegun.get(connection);
      if (begin === undefined) return execute<R>(query, ...rest);
      this.unbegun.delete(connection);
      if (!CONTEXT.test(query.sql) || query.parameters.length > 0) {
        await execute(CompiledQuery.raw(begin));
        return execute<R>(query, ...rest);
      }
      const begun = execute<R>({ ...query, sql: `${begin}; ${query.sql}` }, ...rest);
      if (!this.reading.has(connection)) return begun;
      // An error is thrown by the statement that follows, or by the end of the transaction.
      begun.catch(() => undefined);
      this.beginning.set(connection, begun);
      return { rows: [] };
    };
    connection.executeQuery = <R>(...query: Parameters<DatabaseConnection['executeQuery']>) =>
      send<R>(...query).catch((error: unknown) => {
        throw connectionError(error);
      });
    this.typed.add(connection);
  }
}

/** PostgreSQL through our own pool, whose connections are always returned. */
export class ReturningPostgresDialect extends PostgresDialect {
  private readonly source: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.source = pool;
  }

  override createDriver(): Driver {
    return new ReturningDriver({ pool: this.source });
  }
}
