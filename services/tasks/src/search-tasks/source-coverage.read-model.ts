import type { SourceCoverage } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { SEARCHABLE_SOURCES } from '@leakwatch/vocabulary';

type Stored = Omit<SourceCoverage, 'last_full_pass' | 'next_launch'> & {
  readonly last_full_pass: Date | null;
  readonly next_launch: Date | null;
};

/** Coverage of a task's crawled sources, from the counts of its repositories. Parts that wait for staff are left out. */
export async function coverageOf(em: SqlEntityManager, task: string): Promise<SourceCoverage[]> {
  const found = await rows(
    em,
    sql<Stored>`
      select s.source_type, count(r.id)::int as parts, (count(r.id) filter (where r.status = 'repository_error'))::int as parts_failed,
        coalesce(sum(r.blobs_total), 0)::int as total, coalesce(sum(r.blobs_scanned), 0)::int as scanned,
        coalesce(sum(r.blobs_unread), 0)::int as unread, coalesce(sum(r.blobs_unchecked), 0)::int as unchecked,
        case when bool_and(r.last_indexed is not null and r.status <> 'repository_error') then min(r.last_indexed) end as last_full_pass,
        case when t.running then s.next_launch_at end as next_launch
      from tasks.task_source s join tasks.task t on t.id = s.task_id
        left join tasks.repository r on r.task_id = s.task_id and not r.waiting and s.source_type = 'git_repo'
      where s.task_id = ${task} and s.active and not s.waiting and s.source_type = any (${[...SEARCHABLE_SOURCES]}::text[])
      group by s.source_type, s.next_launch_at, t.running order by s.source_type`,
  );
  return found.map((source) => ({
    ...source,
    last_full_pass: source.last_full_pass?.toISOString() ?? null,
    next_launch: source.next_launch?.toISOString() ?? null,
  }));
}
