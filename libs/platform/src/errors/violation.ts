/** unique_violation of PostgreSQL. */
const UNIQUE = '23505';
const MAX_CAUSES = 5;

/** True when an error says that a row would stand twice in this unique index. */
export function isViolationOf(index: string, error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return false;
  if ('code' in error && error.code === UNIQUE && 'constraint' in error && error.constraint === index) return true;
  return isViolationOf(index, error.cause, depth + 1);
}
