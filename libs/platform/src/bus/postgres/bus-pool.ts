import pg from 'pg';
import { BUS_ROLE } from '../../orm/logins.ts';
import type { Logger } from '../../logging/logger.ts';

/** An idle connection is closed after this. */
const IDLE_MS = 10_000;

/** A pool of the bus, separate from the services' own: publishing must not wait for consumers. */
export function openBusPool({ url, logger }: { readonly url: string; readonly logger: Logger }, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max, idleTimeoutMillis: IDLE_MS, options: `-c role=${BUS_ROLE}` });
  // A dropped idle connection is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => logger.warn({ error: error.message }, 'bus connection lost'));
  return pool;
}
