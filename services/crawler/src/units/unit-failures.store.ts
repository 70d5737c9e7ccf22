import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { LaunchErrorCode } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { WAITING_CODES } from './failures.ts';
import { type LeasedUnit, UNFINISHED_MAX } from './unit.store.ts';

/** Until a unit whose steps did not end is tried again, in seconds. */
const UNFINISHED_PAUSE_SECONDS = 3_600;

export interface Failure {
  readonly code: LaunchErrorCode;
  readonly text: string | undefined;
  /** Pause until the next try. */
  readonly seconds: number;
  /** Launches that wait for the unit end. */
  readonly failing: boolean;
}

/** Records a failed step. A failing unit keeps its place in the pass and is tried again. */
export async function recordFailure(em: SqlEntityManager, { id, epoch }: LeasedUnit, failure: Failure): Promise<void> {
  await rows(
    em,
    sql`update crawler.unit set tries = tries + 1, error_code = ${failure.code}, error_text = ${failure.text ?? null}, stepped_at = now(),
          next_at = now() + make_interval(secs => ${failure.seconds}),
          failing_since = case when ${failure.failing} then coalesce(failing_since, now()) else failing_since end,
          failed_at = case when ${failure.failing} then now() else failed_at end
        where id = ${id} and lease_epoch = ${epoch}`,
  );
}

/** Says why the unit waits, without counting a failure. @param pause seconds until it may be leased again; at once when not given */
export async function recordWaiting(em: SqlEntityManager, { id, epoch }: LeasedUnit, code: LaunchErrorCode, pause?: number): Promise<void> {
  await tables(em)
    .updateTable('crawler.unit')
    .set({ error_code: code, ...(pause !== undefined && { next_at: sql`now() + make_interval(secs => ${pause})` }) })
    .where('id', '=', id)
    .where('lease_epoch', '=', epoch)
    .execute();
}

/** The other units of the scope that wait, and say so for another reason than now, say the new one. Those that are leased follow later. */
export async function correctWaiting(em: SqlEntityManager, { source, organisation }: LeasedUnit, code: LaunchErrorCode): Promise<void> {
  await rows(
    em,
    sql`with waiting as (
          select id from crawler.unit
          where source_type = ${source} and credential_scope = ${organisation ?? ''} and wanted_at is not null and coalesce(leased_until < now(), true)
            and error_code = any(${[...WAITING_CODES]}::text[]) and error_code <> ${code}
          for update skip locked
        )
        update crawler.unit u set error_code = ${code} from waiting where u.id = waiting.id`,
  );
}

/** The unit fails without being tried. */
export const recordUnfinished = (em: SqlEntityManager, unit: LeasedUnit): Promise<void> =>
  recordFailure(em, unit, {
    code: 'search_failed',
    text: `${UNFINISHED_MAX} steps in a row did not end: each crawler that began one stopped`,
    seconds: UNFINISHED_PAUSE_SECONDS,
    failing: true,
  });
