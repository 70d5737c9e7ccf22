import { CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely';
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
 * `begin` travels with the statement that sets the scope: one round trip instead of two for every transaction. Nobody waits for the end of a
 * transaction that only reads: what the connection is used for next is sent after it.
 */
class ReturningDriver extends PostgresDriver {
  private readonly typed = new WeakSet<DatabaseConnection>();
  /** Connections whose `begin` is sent with the next statement, with how it is spelled. */
  private readonly unbegun = new WeakMap<DatabaseConnection, string>();
  private readonly reading = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection().catch((error: unknown) => {
      throw connectionError(error);
    });
    if (!this.typed.has(connection)) this.throwTyped(connection);
    return connection;
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
    const send = async <R>(...[query, ...rest]: Parameters<DatabaseConnection['executeQuery']>) => {
      const begin = this.unbegun.get(connection);
      if (begin === undefined) return execute<R>(query, ...rest);
      this.unbegun.delete(connection);
      if (CONTEXT.test(query.sql) && query.parameters.length === 0) return execute<R>({ ...query, sql: `${begin}; ${query.sql}` }, ...rest);
      await execute(CompiledQuery.raw(begin));
      return execute<R>(query, ...rest);
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
