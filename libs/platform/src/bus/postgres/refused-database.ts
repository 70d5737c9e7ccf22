import pg from 'pg';
import { InvalidSettings } from '../../config/load-settings.ts';

/** SQLSTATE: the login or its password (class 28), the database, its schemas and tables. */
const REFUSED = /^(28|3D000)/;
const NOT_MIGRATED = /^(3F000|42P01)/;

/** What PostgreSQL answered at the start, as a fault of the setting where it is one. The message of the server names no password. */
export function refusedDatabase(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return error;
  if (REFUSED.test(error.code)) return new InvalidSettings(`Setting DATABASE_URL: PostgreSQL refuses it (${error.code}): ${error.message}`);
  if (NOT_MIGRATED.test(error.code))
    return new InvalidSettings(`Setting DATABASE_URL: run the migrations first (${error.code}): ${error.message}`);
  return error;
}
