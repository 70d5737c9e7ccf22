import { newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { TaskAction } from '@leakwatch/vocabulary';

/** Who did it: an account, or the system itself. */
export type Actor = { readonly id: string; readonly username: string } | null;

type Value = string | number | boolean | null | readonly string[];

/** One changed field; what is told of it is made when the history is shown. */
export interface ChangedField {
  readonly field: string;
  readonly old: Value;
  readonly new: Value;
}

export interface TaskChangeEntry {
  readonly organisationId: string;
  /** null: what happened concerns the session as a whole. */
  readonly taskId: string | null;
  readonly sessionId?: string | null;
  readonly user: Actor;
  readonly action: TaskAction;
  readonly details?: readonly ChangedField[];
}

/** Adds to the changing history, in the transaction that changes what it tells of. No credentials among the details. */
export async function writeTaskChange(em: SqlEntityManager, entry: TaskChangeEntry): Promise<void> {
  await rows(
    em,
    sql`insert into tasks.task_change (id, organisation_id, task_id, session_id, account_id, account_name, action, details)
        values (${newId()}, ${entry.organisationId}, ${entry.taskId}, ${entry.sessionId ?? null}, ${entry.user?.id ?? null},
          ${entry.user?.username ?? null}, ${entry.action}, ${JSON.stringify(entry.details ?? [])}::jsonb)`,
  );
}
