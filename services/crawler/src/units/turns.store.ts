import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';
import { isDue, isOpen, type LeasedUnit } from './unit.store.ts';

/**
 * Searches by which an organisation with few of them goes before one with many: a minute of five accounts of GitHub. So its wait is about
 * as long as without the other one, which waits at most so many searches of each organisation longer.
 */
export const HEAD_START = 50;

/** A unit, and the time on the clock of its source when it is leased: the least that any unit that follows begins with. */
export interface Turn {
  readonly id: string;
  readonly clock: number;
}

/**
 * The wanted units of a source whose turn is next, in order, at most `count`: the organisations that need units take turns by what their units have
 * cost (start-time fair queueing) and what is still to be asked for them, up to the head start; an organisation's units take turns among
 * themselves. For each unit that precedes another of its organisation, one request is taken as asked and done.
 */
export async function nextTurns(
  em: SqlEntityManager,
  source: SourceType,
  count: number,
  closed: readonly string[],
  left: readonly string[],
): Promise<Turn[]> {
  const [open, due] = [isOpen(source, closed), isDue(left)];
  const any = await row(em, sql<{ found: boolean }>`select exists (select from crawler.unit u where ${open} and ${due}) as found`);
  if (any?.found !== true) return [];
  // The planner takes the policies of row-level security for selective, and would compare each unit with each organisation.
  await row(em, sql`set local enable_nestloop = off`);
  const turns = await rows(
    em,
    sql<Turn>`
      with need as materialized (
        select n.*, 1.0::float8 / count(*) over (partition by n.unit_id) as cost
        from (select distinct s.unit_id, s.organisation_id, u.stepped_at, ${due} as due
          from crawler.subscription s join crawler.unit u on u.id = s.unit_id where ${open}) as n
      ), organisation as materialized (
        select w.organisation_id, w.cost, greatest(coalesce(t.served, 0), coalesce(c.served, 0)) as start
        from (select organisation_id, sum(cost) as cost from need group by organisation_id) as w
        left join crawler.turn t on t.source_type = ${source} and t.organisation_id = w.organisation_id
        left join crawler.turn_clock c on c.source_type = ${source}
      ), numbered as (
        select n.*, sum(n.cost) over (partition by n.organisation_id order by n.stepped_at nulls first, n.unit_id) - n.cost as before
        from need n where n.due
      ), turn as materialized (
        select n.unit_id, n.stepped_at, o.start + n.before as start, o.start + n.before + least(${HEAD_START}, o.cost - n.before) as place
        from numbered n join organisation o using (organisation_id)
      ), unit as materialized (
        select unit_id, stepped_at, min(place) as place, min(start) as start from turn group by unit_id, stepped_at
      )
      select unit_id as id, min(start) over (order by place desc, start desc, stepped_at desc nulls last, unit_id desc) as clock
      from unit order by place, start, stepped_at nulls first, unit_id limit ${count}`,
  );
  await row(em, sql`set local enable_nestloop = on`);
  return turns;
}

/** The clock of a source never goes back. An organisation that comes later begins with it. */
export async function advanceClock(em: SqlEntityManager, source: SourceType, { clock }: Turn): Promise<void> {
  await rows(
    em,
    sql`insert into crawler.turn_clock as c (source_type, served) values (${source}, ${clock})
        on conflict (source_type) do update set served = excluded.served where c.served < excluded.served`,
  );
}

/** Charges requests to the organisations that need the unit, in equal parts. */
export async function charge(em: SqlEntityManager, unit: LeasedUnit, cost: number): Promise<void> {
  await rows(
    em,
    sql`insert into crawler.turn as t (source_type, organisation_id, served)
        select ${unit.source}, o.organisation_id, coalesce(c.served, 0) + ${cost}::float8 / count(*) over ()
        from (select distinct organisation_id from crawler.subscription where unit_id = ${unit.id} order by 1) as o
        left join crawler.turn_clock c on c.source_type = ${unit.source}
        on conflict (source_type, organisation_id) do update set
          served = greatest(t.served, coalesce((select served from crawler.turn_clock where source_type = ${unit.source}), 0))
            + ${cost}::float8 / greatest(1, (select count(distinct organisation_id) from crawler.subscription where unit_id = ${unit.id}))`,
  );
}
