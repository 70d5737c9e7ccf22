import type { FleetSource } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';

interface Counted extends Omit<FleetSource, 'source_type' | 'oldest_wanted' | 'oldest_read' | 'silent_since'> {
  readonly source_type: string;
  readonly oldest_wanted: Date | null;
  readonly oldest_read: Date | null;
  readonly silent_since: Date | null;
}

/** The needed units of each source, in the order of `sources`; one that no task needs has zeros. */
export async function fleetSources(em: SqlEntityManager, sources: readonly SourceType[]): Promise<FleetSource[]> {
  const counted = await rows(
    em,
    sql<Counted>`
      select u.source_type, count(*)::int as units,
        count(*) filter (where u.wanted_at is not null)::int as backlog,
        count(*) filter (where u.wanted_at is not null and u.leased_until > now())::int as reading,
        min(u.wanted_at) as oldest_wanted,
        count(*) filter (where u.failing_since is not null)::int as failing,
        count(*) filter (where u.silent_since is not null)::int as silent, min(u.silent_since) as silent_since,
        count(*) filter (where u.last_pass_ended_at is null)::int as never_read,
        min(u.last_pass_ended_at) as oldest_read
      from crawler.unit u where exists (select from crawler.subscription s where s.unit_id = u.id)
      group by u.source_type`,
  );
  const dates = { oldest_wanted: null, oldest_read: null, silent_since: null };
  const none = { units: 0, backlog: 0, reading: 0, failing: 0, silent: 0, never_read: 0, ...dates };
  return sources.map((source_type) => {
    const found = counted.find((one) => one.source_type === source_type) ?? none;
    const iso = (at: Date | null) => at?.toISOString() ?? null;
    const { oldest_wanted, oldest_read, silent_since } = found;
    return { ...found, source_type, oldest_wanted: iso(oldest_wanted), oldest_read: iso(oldest_read), silent_since: iso(silent_since) };
  });
}
