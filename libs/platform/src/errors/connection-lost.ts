import pg from 'pg';

export const CONNECTION_LOST = 'CONNECTION_LOST';

/** A connection to PostgreSQL or Redis ended, or none could be had. The drivers throw plain errors then, without a class or a code. */
export class ConnectionLost extends Error {
  readonly code = CONNECTION_LOST;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = new.target.name;
  }
}

/**
 * What node-postgres threw, by its kind: an answer of the server has a class and a SQLSTATE, a fault of the program is a TypeError or
 * the like, and everything else is about the connection.
 */
export function connectionError(error: unknown): unknown {
  const isAnswer = error instanceof pg.DatabaseError;
  const isFault = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
  return isAnswer || isFault || error instanceof ConnectionLost ? error : new ConnectionLost(error);
}
