import { type Caller, noteOrganisations, NotFound, type SqlEntityManager } from '@leakwatch/platform';
import { lockTask, type TaskRecord } from './task.store.ts';

/**
 * Locks the task that a call names, and notes its organisation for the access log of staff calls. Throws NotFound where the
 * scope sees no such task.
 */
export async function requireTask(em: SqlEntityManager, id: string, caller: Caller): Promise<TaskRecord> {
  const task = await lockTask(em, id);
  if (task === undefined) throw new NotFound();
  noteOrganisations(caller, [task.organisation_id]);
  return task;
}
