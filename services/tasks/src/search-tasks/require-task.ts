import { type Caller, noteOrganisations, NotFound, type SqlEntityManager } from '@leakwatch/platform';
import type { Task } from './task.entity.ts';
import { lockTask } from './task.store.ts';

/**
 * Locks the task that a call names, and notes its organisation for the access log of staff calls. Throws NotFound where the
 * scope sees no such task.
 */
export async function requireTask(em: SqlEntityManager, id: string, caller: Caller): Promise<Task> {
  const task = await lockTask(em, id);
  if (task === null) throw new NotFound();
  noteOrganisations(caller, [task.organisation_id]);
  return task;
}
