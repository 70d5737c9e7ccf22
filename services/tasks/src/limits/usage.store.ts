import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Number of the organisation's running tasks and of their patterns, `without` one task. */
export async function countRunning(
  em: SqlEntityManager,
  organisation: string,
  without?: string,
): Promise<{ tasks: number; patterns: number }> {
  const found = await row(
    em,
    sql<{ tasks: number; patterns: number }>`
      select count(*)::int as tasks, coalesce(sum(pattern_count), 0)::int as patterns from tasks.task
      where organisation_id = ${organisation} and running and archived_at is null and id is distinct from ${without ?? null}::uuid`,
  );
  return found ?? { tasks: 0, patterns: 0 };
}

export async function countPatternsOf(em: SqlEntityManager, task: string): Promise<number> {
  const found = await row(em, sql<{ n: number }>`select pattern_count as n from tasks.task where id = ${task}`);
  return found?.n ?? 0;
}

/** Whether the task searches any of the `crawled` sources. */
export async function searchesAny(em: SqlEntityManager, task: string, crawled: ReadonlySet<string>): Promise<boolean> {
  const found = await rows(
    em,
    sql`select 1 from tasks.task_source where task_id = ${task} and active and not waiting and source_type = any (${[...crawled]}::text[]) limit 1`,
  );
  return found.length > 0;
}
