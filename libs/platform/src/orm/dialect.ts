import { type DatabaseConnection, type Driver, PostgresDialect, PostgresDriver, type TransactionSettings } from 'kysely';
import type pg from 'pg';
import { connectionError } from '../errors/connection-lost.ts';

const giveBack = (driver: Driver, connection: DatabaseConnection) => driver.releaseConnection(connection);

/**
 * Kysely's controlled transactions keep their pooled connection for ever when `begin` or `rollback` fails, as both do on
 * a connection that the server has closed: after some restarts of the database the pool is empty and the service waits
 * without end. This driver gives the connection back; the pool throws a dead one away.
 */
class ReturningDriver extends PostgresDriver {
  private readonly typed = new WeakSet<DatabaseConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection().catch((error: unknown) => {
      throw connectionError(error);
    });
    if (!this.typed.has(connection)) this.throwTyped(connection);
    return connection;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    try {
      await super.beginTransaction(connection, settings);
    } catch (error) {
      await giveBack(this, connection);
      throw error;
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // When the rollback fails the connection is lost, and the server has rolled back with it.
    await super.rollbackTransaction(connection).catch(() => undefined);
  }

  /** The connection throws ConnectionLost where node-postgres throws an error without a class. */
  private throwTyped(connection: DatabaseConnection): void {
    const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(...query: Parameters<DatabaseConnection['executeQuery']>) =>
      execute<R>(...query).catch((error: unknown) => {
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
