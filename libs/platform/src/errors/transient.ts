import { LeakwatchError } from './leakwatch-error.ts';

/** SQLSTATE classes and codes after which the same statement may succeed: connection, resources, operator, rollback. */
const TRANSIENT_SQLSTATE = /^(08|53|57P|40)/;
const TRANSIENT_ERRNO = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_SOCKET']);
/** node-postgres and the pool say these without a code when the server goes away. */
const TRANSIENT_TEXT =
  /Connection terminated|Connection ended|Client has encountered a connection error|timeout exceeded when trying to connect|driver has already been destroyed/i;
/** ioredis when Redis is away, does not answer, or has just started and still reads its data. */
const REDIS_TEXT =
  /^Stream isn't writeable|^Connection is closed|^Reached the max retries per request limit|^Command timed out|^(?:LOADING|MASTERDOWN|READONLY) /;
/** serialization_failure and deadlock_detected: PostgreSQL rolled the transaction back for the sake of another one. */
const ROLLED_BACK = new Set(['40001', '40P01']);
const MAX_CAUSES = 5;

/** True when an error speaks of a dependency that is away, not of the work itself. */
export function isTransient(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return false;
  if (error instanceof LeakwatchError && error.status === 503) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (TRANSIENT_SQLSTATE.test(code) || TRANSIENT_ERRNO.has(code) || TRANSIENT_TEXT.test(error.message) || REDIS_TEXT.test(error.message))
    return true;
  return isTransient(error.cause, depth + 1);
}

/** True when the transaction was rolled back for the sake of another one, and the same transaction may succeed now. */
export function isRolledBack(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return false;
  if ('code' in error && typeof error.code === 'string' && ROLLED_BACK.has(error.code)) return true;
  return isRolledBack(error.cause, depth + 1);
}
