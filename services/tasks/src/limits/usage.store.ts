import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** Number of the organisation's running tasks and of their patterns, `without` one task. */
export const countRunning = (em: SqlEntityManager, organisation: string, without?: string): Promise<{ tasks: number; patterns: number }> =>
  tables(em)
    .selectFrom('tasks.task')
    .select([sql<number>`count(*)::int`.as('tasks'), sql<number>`coalesce(sum(pattern_count), 0)::int`.as('patterns')])
    .where('organisation_id', '=', organisation)
    .where('running', '=', true)
    .where('archived_at', 'is', null)
    .where('id', 'is distinct from', without ?? null)
    .executeTakeFirstOrThrow();

/** Triggers maintain the number, so it is read anew after a change of patterns. */
export async function countPatternsOf(em: SqlEntityManager, task: string): Promise<number> {
  const found = await tables(em).selectFrom('tasks.task').select('pattern_count').where('id', '=', task).executeTakeFirst();
  return found?.pattern_count ?? 0;
}

/** Whether a source of the task is active and approved. */
export async function hasSource(em: SqlEntityManager, task: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('tasks.task_source')
    .select('source_type')
    .where('task_id', '=', task)
    .where('active', '=', true)
    .where('waiting', '=', false)
    .limit(1)
    .execute();
  return found.length > 0;
}
