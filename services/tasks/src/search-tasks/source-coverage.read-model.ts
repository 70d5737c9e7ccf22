import { type SourceCoverage, unitSums } from '@leakwatch/contracts';
import { type RawBuilder, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { UNIT_SOURCE_TYPES } from '@leakwatch/vocabulary';

type Counts = Omit<SourceCoverage, 'source_type' | 'next_launch'>;
export type StoredCoverage = Omit<
  SourceCoverage,
  'last_full_pass' | 'next_launch' | 'found' | 'capped' | 'incomplete' | 'silent' | 'silent_since' | 'error_code'
> & {
  readonly last_full_pass: Date | null;
  readonly next_launch: Date | null;
  readonly units: unknown;
};

/**
 * The active sources `s` of tasks `t` that meet a condition, with `columns` and what was read of them. Parts that wait for staff are left out.
 */
export const coveredSources = (columns: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select ${columns}, s.source_type, s.units, r.*, case when t.running then s.next_launch_at end as next_launch
  from tasks.task_source s join tasks.task t on t.id = s.task_id
    cross join lateral (select count(r.id)::int as parts, (count(r.id) filter (where r.status = 'repository_error'))::int as parts_failed,
        coalesce(sum(r.blobs_total), 0)::int as total, coalesce(sum(r.blobs_scanned), 0)::int as scanned,
        coalesce(sum(r.blobs_unread), 0)::int as unread, coalesce(sum(r.blobs_unchecked), 0)::int as unchecked,
        case when bool_and(r.last_indexed is not null and r.status <> 'repository_error') then min(r.last_indexed) end as last_full_pass
      from tasks.repository r where r.task_id = s.task_id and not r.waiting and s.source_type = 'git_repo') r
  where s.active and not s.waiting and ${where}`;

/** Coverage of a task's active sources. */
export const coverageOf = (em: SqlEntityManager, task: string): Promise<SourceCoverage[]> => read(em, sql`t.id = ${task}`);

/** The same of every running task of an organisation, one after the other. */
export const coverageOfRunning = (em: SqlEntityManager, organisation: string): Promise<SourceCoverage[]> =>
  read(em, sql`t.organisation_id = ${organisation} and t.running and t.archived_at is null`);

async function read(em: SqlEntityManager, where: RawBuilder<unknown>): Promise<SourceCoverage[]> {
  const found = await rows(em, sql<StoredCoverage>`${coveredSources(sql`s.task_id`, where)} order by s.task_id, s.source_type`);
  return found.map(toCoverage);
}

export const toCoverage = (stored: StoredCoverage): SourceCoverage => ({
  source_type: stored.source_type,
  ...(UNIT_SOURCE_TYPES.has(stored.source_type) ? ofUnits(stored.units) : ofRepositories(stored)),
  next_launch: stored.next_launch?.toISOString() ?? null,
});

const ofRepositories = ({ parts, parts_failed, total, scanned, unread, unchecked, last_full_pass }: StoredCoverage): Counts => ({
  ...{ parts, parts_failed, total, scanned, unread, unchecked },
  ...{ found: null, capped: 0, incomplete: 0, silent: 0, silent_since: null, error_code: null },
  last_full_pass: last_full_pass?.toISOString() ?? null,
});

/** As the crawler reported them; nothing was read where it has not reported yet. */
function ofUnits(stored: unknown): Counts {
  const { data } = unitSums.safeParse(stored);
  return {
    parts: data?.units ?? 0,
    parts_failed: data?.failed ?? 0,
    found: data?.total ?? null,
    capped: data?.capped ?? 0,
    incomplete: data?.incomplete ?? 0,
    silent: data?.silent ?? 0,
    silent_since: data?.silent_since ?? null,
    error_code: data?.error_code ?? null,
    total: data?.returned ?? 0,
    scanned: data?.read ?? 0,
    unread: data?.unread ?? 0,
    unchecked: data?.unchecked ?? 0,
    last_full_pass: data?.last_full_pass ?? null,
  };
}
