import type { FleetSource } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Place, UnitsOfSource } from './fleet-sources.read-model.ts';

type Counted = Pick<FleetSource, 'units' | 'backlog' | 'reading' | 'failing' | 'never_read' | 'oldest_wanted' | 'oldest_read'>;

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** The repositories that running tasks monitor, one for each address and credentials, as the units of the other sources. A repository is not silent: most rest. */
export async function fleetMirrors(em: SqlEntityManager): Promise<UnitsOfSource> {
  const counted = await row(
    em,
    sql<Counted>`
      with use as (
        select u.mirror_id, bool_or(u.wanted_at is not null) as wanted, bool_or(u.leased_until > now()) as leased, bool_or(u.failed) as failed,
          min(u.wanted_at) as wanted_at
        from crawler.mirror_use u join crawler.watched_task t on t.task_id = u.task_id
        where t.running and t.snapshot -> 'source_types' ? 'git_repo' group by u.mirror_id
      )
      select count(*)::int as units, (count(*) filter (where wanted))::int as backlog, (count(*) filter (where leased))::int as reading,
        (count(*) filter (where failed))::int as failing, (count(*) filter (where m.fetched_at is null))::int as never_read,
        to_char(min(use.wanted_at) at time zone 'utc', ${ISO}) as oldest_wanted, to_char(min(m.fetched_at) at time zone 'utc', ${ISO}) as oldest_read
      from use join crawler.mirror m on m.id = use.mirror_id`,
  );
  const none = { units: 0, backlog: 0, reading: 0, failing: 0, never_read: 0, oldest_wanted: null, oldest_read: null };
  return { ...(counted ?? none), source_type: 'git_repo', silent: 0, silent_since: null };
}

/** Where repositories of an organisation wait, and its place: who has the fewest in hand, and has waited longest, comes first. */
export async function mirrorQueueOf(em: SqlEntityManager, organisation: string): Promise<Place[]> {
  return rows(
    em,
    sql<Place>`
      with waiting as (
        select organisation_id, count(*)::int as units, min(wanted_at) as wanted_at, count(*) filter (where leased_until > now()) as leased
        from crawler.mirror_use where wanted_at is not null group by organisation_id
      ), line as (
        select w.*, (rank() over (order by w.leased, w.wanted_at))::int as position, (count(*) over ())::int as of from waiting w
      )
      select 'git_repo' as source_type, units, position, of, to_char(wanted_at at time zone 'utc', ${ISO}) as oldest_wanted
      from line where organisation_id = ${organisation}`,
  );
}
