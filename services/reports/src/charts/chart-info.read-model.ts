import type { AnswerOf, chartInfo } from '@leakwatch/contracts';
import { MAX_CHART_PATTERNS } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Patterns of a task with their events of all time, most first. */
export async function chartPatterns(em: SqlEntityManager, task: string): Promise<AnswerOf<typeof chartInfo>> {
  const patterns = await rows(
    em,
    sql<{ pattern: string; pattern_count: number }>`
      select pattern, sum(events)::int as pattern_count from reports.daily_events where task_id = ${task}
      group by pattern order by 2 desc, 1 limit ${MAX_CHART_PATTERNS}`,
  );
  return { patterns };
}
