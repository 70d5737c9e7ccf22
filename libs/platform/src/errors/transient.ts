import { CONNECTION_LOST } from './connection-lost.ts';
import { LeakwatchError } from './leakwatch-error.ts';

/** SQLSTATE classes and codes after which the same statement may succeed: connection, resources, operator, rollback. */
const TRANSIENT_SQLSTATE = /^(08|53|57P|40)/;
const TRANSIENT_CODES = new Set([
  CONNECTION_LOST,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
]);
/** serialization_failure and deadlock_detected: PostgreSQL rolled the transaction back for the sake of another one. */
const ROLLED_BACK = new Set(['40001', '40P01']);
const MAX_CAUSES = 5;

/** True when an error is about a dependency that is away, not about the work itself. Its class or code decides, never its text. */
export function isTransient(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return false;
  if (error instanceof LeakwatchError && error.status === 503) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (TRANSIENT_SQLSTATE.test(code) || TRANSIENT_CODES.has(code)) return true;
  return isTransient(error.cause, depth + 1);
}

/** True when the transaction was rolled back for the sake of another one, and the same transaction may succeed now. */
export function isRolledBack(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return false;
  if ('code' in error && typeof error.code === 'string' && ROLLED_BACK.has(error.code)) return true;
  return isRolledBack(error.cause, depth + 1);
}
