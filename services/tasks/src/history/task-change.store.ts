import { newId, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { TaskAction } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import type { ChangedField } from './task-change.entity.ts';

/** The account that made a change; null for the system itself. */
export type Actor = { readonly id: string; readonly username: string } | null;

export interface TaskChangeEntry {
  readonly organisationId: string;
  /** null for an entry about a launch session as a whole. */
  readonly taskId: string | null;
  readonly sessionId?: string | null;
  readonly user: Actor;
  readonly action: TaskAction;
  readonly details?: readonly ChangedField[];
  /** The version of the task that a saved form made. */
  readonly editVersion?: number;
}

/** Adds an entry to the change history, in the transaction of the change itself. The details never contain credentials. */
export async function writeTaskChange(em: SqlEntityManager, entry: TaskChangeEntry): Promise<void> {
  // A plain insert, since a launch session adds an entry for each of a thousand tasks.
  await tables(em)
    .insertInto('tasks.task_change')
    .values({
      id: newId(),
      organisation_id: entry.organisationId,
      task_id: entry.taskId,
      session_id: entry.sessionId ?? null,
      account_id: entry.user?.id ?? null,
      account_name: entry.user?.username ?? null,
      action: entry.action,
      details: sql`${JSON.stringify(entry.details ?? [])}::jsonb`,
      edit_version: entry.editVersion ?? null,
    })
    .execute();
}
