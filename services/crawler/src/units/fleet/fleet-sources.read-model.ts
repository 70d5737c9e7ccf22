import type { AnswerOf, FleetSource, organisationQueue } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';
import { HEAD_START } from '../turns.store.ts';

interface Counted extends Omit<FleetSource, 'source_type' | 'oldest_wanted' | 'oldest_read' | 'silent_since' | 'requests' | 'refusals'> {
  readonly source_type: string;
  readonly oldest_wanted: Date | null;
  readonly oldest_read: Date | null;
  readonly silent_since: Date | null;
}

/** What the units of a source say; its requests are counted elsewhere. */
export type UnitsOfSource = Omit<FleetSource, 'requests' | 'refusals'>;

/** The needed units of each source, in the order of `sources`; one that no task needs has zeros. */
export async function fleetSources(em: SqlEntityManager, sources: readonly SourceType[]): Promise<UnitsOfSource[]> {
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

export type Place = AnswerOf<typeof organisationQueue>['sources'][number];

/** Where units of an organisation wait, and its place among the organisations that wait there: who has had least and asks least comes first (docs/behaviour/units.md). */
export async function queueOf(em: SqlEntityManager, organisation: string): Promise<Place[]> {
  const found = await rows(
    em,
    sql<Omit<Place, 'oldest_wanted'> & { readonly oldest_wanted: Date }>`
      with need as (
        select n.*, 1.0::float8 / count(*) over (partition by n.id) as cost from (
          select distinct u.id, u.wanted_at, s.source_type, s.organisation_id
          from crawler.unit u join crawler.subscription s on s.unit_id = u.id where u.wanted_at is not null) as n
      ), waiting as (
        select source_type, organisation_id, count(*)::int as units, min(wanted_at) as oldest_wanted, least(${HEAD_START}, sum(cost)) as ahead
        from need group by source_type, organisation_id
      ), line as (
        select w.*, (rank() over (partition by w.source_type
            order by greatest(coalesce(t.served, 0), coalesce(c.served, 0)) + w.ahead))::int as position,
          (count(*) over (partition by w.source_type))::int as of
        from waiting w left join crawler.turn t using (source_type, organisation_id) left join crawler.turn_clock c using (source_type)
      )
      select source_type, units, position, of, oldest_wanted from line where organisation_id = ${organisation} order by source_type`,
  );
  return found.map((one) => ({ ...one, oldest_wanted: one.oldest_wanted.toISOString() }));
}
