import { newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { TaskAction } from '@leakwatch/vocabulary';

/** The account that made a change; null for the system itself. */
export type Actor = { readonly id: string; readonly username: string } | null;

type Value = string | number | boolean | null | readonly string[];

/** One changed field. Its text is made when the history is read, in the reader's language. */
export interface ChangedField {
  readonly field: string;
  readonly old: Value;
  readonly new: Value;
}

export interface TaskChangeEntry {
  readonly organisationId: string;
  /** null for an entry about a launch session as a whole. */
  readonly taskId: string | null;
  readonly sessionId?: string | null;
  readonly user: Actor;
  readonly action: TaskAction;
  readonly details?: readonly ChangedField[];
}

/** Adds an entry to the change history, in the transaction of the change itself. The details never contain credentials. */
export async function writeTaskChange(em: SqlEntityManager, entry: TaskChangeEntry): Promise<void> {
  await rows(
    em,
    sql`insert into tasks.task_change (id, organisation_id, task_id, session_id, account_id, account_name, action, details)
        values (${newId()}, ${entry.organisationId}, ${entry.taskId}, ${entry.sessionId ?? null}, ${entry.user?.id ?? null},
          ${entry.user?.username ?? null}, ${entry.action}, ${JSON.stringify(entry.details ?? [])}::jsonb)`,
  );
}
