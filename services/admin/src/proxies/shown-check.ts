import type { PoolCheck } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { POOL_CHECK_SECONDS, type PoolCheckOutcome, type PoolCheckState } from '@leakwatch/vocabulary';

/** The columns of the check `k` that belongs to the row of a list. */
export const CHECK_COLUMNS = [
  'k.asked as check_asked',
  'k.ended as check_ended',
  'k.outcome as check_outcome',
  'k.message as check_message',
  'k.limited_until as check_limited_until',
] as const;
export const CHECK_UNANSWERED = sql<boolean>`coalesce(k.ended is null and k.asked < now() - make_interval(secs => ${POOL_CHECK_SECONDS}), false)`;

interface CheckRow {
  readonly check_asked: Date | null;
  readonly check_ended: Date | null;
  readonly check_outcome: PoolCheckOutcome | null;
  readonly check_message: string | null;
  readonly check_limited_until: Date | null;
  readonly check_unanswered: boolean;
}

/** A row of a list with its check as it is shown; null where none was asked for. */
export function withCheck<R extends CheckRow>(row: R) {
  const { check_asked, check_ended, check_outcome, check_message, check_limited_until, check_unanswered, ...rest } = row;
  return { ...rest, check: toPoolCheck(row) };
}

function toPoolCheck(row: CheckRow): PoolCheck | null {
  if (row.check_asked === null) return null;
  const open: PoolCheckState = row.check_unanswered ? 'unanswered' : 'waiting';
  return {
    state: row.check_outcome ?? open,
    asked: row.check_asked.toISOString(),
    ended: row.check_ended?.toISOString() ?? null,
    message: row.check_message ?? '',
    limited_until: row.check_limited_until?.toISOString() ?? null,
  };
}
