import { row, rows, type RowOf, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { tables } from '../entities.ts';
import { type PassCounts, passCounts, percentOf } from './pass-counts.ts';
import type { Stored } from '../sources/unit-source.port.ts';
import type { UnitEntity } from './unit.entity.ts';

/** Another worker has the unit by now: what this one holds must not be written. */
export class LeaseLost extends Error {}

/** A worker that dies loses its unit within this time; a live one renews the lease three times within it. */
export const LEASE_SECONDS = 30;
/** A unit fails after so many leases in a row that neither ended nor wrote anything: each may have ended its crawler. */
export const UNFINISHED_MAX = 5;
/**
 * A unit that was left unfinished more than once waits for a random time, up to so many seconds for each further time. The units that a killed crawler
 * was reading are then leased at different times, and those that are not at fault finish.
 */
const APART_SECONDS = 60;
/** A pass that nobody continued for so long begins again: what its answers said has changed. */
const STALE_PASS_SECONDS = 3_600;

/** A unit in the hands of a worker. */
export interface LeasedUnit {
  readonly id: string;
  readonly epoch: string;
  readonly source: SourceType;
  readonly organisation: string | null;
  readonly request: Stored;
  readonly state: Stored | undefined;
  readonly frontier: readonly Stored[];
  readonly passBegan: boolean;
  /** It serves a pattern that it did not serve when its last pass began. */
  readonly hasNewPattern: boolean;
  /** The upstream said that there is something new. */
  readonly pushed: boolean;
  readonly counts: PassCounts;
  readonly tries: number;
  /** Leases in a row that neither ended nor wrote anything, this one included. */
  readonly unfinished: number;
}

type Row = RowOf<typeof UnitEntity>;
type Leased = Pick<
  Row,
  'id' | 'lease_epoch' | 'organisation_id' | 'request' | 'state' | 'frontier' | 'pass_began_at' | 'pass' | 'tries' | 'unfinished'
> & {
  readonly has_new: boolean;
  readonly pushed: boolean;
};

/** The highest number of the patterns for which a unit is asked; 0 for a stream, which is asked for none. */
const ADDED = sql.raw<string>(`(select coalesce(max(s.added) filter (where s.pattern_ids is not null), 0)
  from crawler.subscription s where s.unit_id = unit.id)`);

/**
 * Searches by which an organisation with few of them goes before one with many: a minute of five accounts of GitHub. So its wait is about
 * as long as without the other one, which waits at most so many searches of each organisation longer.
 */
export const HEAD_START = 50;

/**
 * Leases the wanted unit of a source whose turn it is: the organisations that need units take turns by what their units have cost
 * (start-time fair queueing) and what is still to be asked for them, up to the head start; an organisation's units take turns among
 * themselves. Units of `closed` scopes are left out: their accounts are used up for now. So are those that are `left` to other workers.
 */
export async function leaseNext(
  em: SqlEntityManager,
  source: SourceType,
  closed: readonly string[],
  left: readonly string[] = [],
): Promise<LeasedUnit | undefined> {
  const open = sql`u.source_type = ${source} and u.wanted_at is not null and u.credential_scope <> all (${[...closed]}::text[])`;
  // Random, and the same until the unit is leased again.
  const apart = sql`make_interval(secs => greatest(0, u.unfinished - 1) * (abs(hashtext(u.id::text || u.lease_epoch)) % ${APART_SECONDS}))`;
  const due = sql`u.next_at <= now() and (u.leased_until is null or u.leased_until < now() - ${apart}) and u.id <> all (${[...left]}::uuid[])`;
  // The planner takes the policies of row-level security for selective, and would compare each unit with each organisation.
  await row(em, sql`set local enable_nestloop = off`);
  const chosen = await row(
    em,
    sql<{ id: string; clock: number }>`
      with need as materialized (
        select n.*, 1.0::float8 / count(*) over (partition by n.unit_id) as cost
        from (select distinct s.unit_id, s.organisation_id, ${due} as due
          from crawler.subscription s join crawler.unit u on u.id = s.unit_id where ${open}) as n
      ), organisation as materialized (
        select w.organisation_id, greatest(coalesce(t.served, 0), coalesce(c.served, 0)) as start, least(${HEAD_START}, w.cost) as ahead
        from (select organisation_id, sum(cost) as cost from need group by organisation_id) as w
        left join crawler.turn t on t.source_type = ${source} and t.organisation_id = w.organisation_id
        left join crawler.turn_clock c on c.source_type = ${source}
      ), candidate as materialized (
        select n.unit_id, min(o.start + o.ahead) as place, min(o.start) as start
        from need n join organisation o using (organisation_id) where n.due group by n.unit_id
      )
      select u.id, (select min(start) from candidate) as clock from crawler.unit u join candidate on candidate.unit_id = u.id
      where ${open} and ${due}
      order by candidate.place, candidate.start, u.stepped_at nulls first, u.id limit 1
      for update of u skip locked`,
  );
  await row(em, sql`set local enable_nestloop = on`);
  if (chosen === undefined) return undefined;
  await rows(
    em,
    sql`insert into crawler.turn_clock as c (source_type, served) values (${source}, ${chosen.clock})
        on conflict (source_type) do update set served = greatest(c.served, excluded.served)`,
  );
  const leased = await row(
    em,
    sql<Leased>`
      update crawler.unit set lease_epoch = lease_epoch + 1, unfinished = unfinished + 1, leased_until = now() + make_interval(secs => ${LEASE_SECONDS}),
        pass_began_at = case when stepped_at < now() - make_interval(secs => ${STALE_PASS_SECONDS}) then null else pass_began_at end
      where id = ${chosen.id}
      returning id, lease_epoch, organisation_id, request, state, frontier, pass_began_at, pass, tries, unfinished, added < ${ADDED} as has_new, pushed_at is not null as pushed`,
  );
  if (leased === undefined) return undefined;
  return {
    id: leased.id,
    epoch: String(leased.lease_epoch),
    source,
    organisation: leased.organisation_id,
    request: leased.request,
    state: leased.state ?? undefined,
    frontier: z.array(z.unknown()).parse(leased.frontier),
    passBegan: leased.pass_began_at !== null,
    hasNewPattern: leased.has_new,
    pushed: leased.pushed,
    counts: passCounts.parse(leased.pass),
    tries: leased.tries,
    unfinished: leased.unfinished,
  };
}

/** Organisations that need a unit. */
export const organisationsOf = async (em: SqlEntityManager, unit: string): Promise<string[]> =>
  (await tables(em).selectFrom('crawler.subscription').select('organisation_id').distinct().where('unit_id', '=', unit).execute()).map(
    (found) => found.organisation_id,
  );

/** Returns false when the lease was lost. */
export async function renewLease(em: SqlEntityManager, { id, epoch }: LeasedUnit): Promise<boolean> {
  const renewed = await tables(em)
    .updateTable('crawler.unit')
    .set({ leased_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('id', '=', id)
    .where('lease_epoch', '=', epoch)
    .where('leased_until', 'is not', null)
    .returning('id')
    .execute();
  return renewed.length === 1;
}

/** What a step writes of its unit. */
export interface UnitChange {
  readonly frontier?: readonly Stored[];
  /** With the number of slices that wait. */
  readonly counts?: { readonly value: PassCounts; readonly waiting: number };
  /** undefined leaves it, null empties it. */
  readonly state?: Stored | undefined;
  readonly began?: boolean;
  /** The next slice asks for what is new. */
  readonly asksForNews?: boolean;
}

/** Writes what a step changed, and locks the unit until the transaction ends. Throws LeaseLost. */
export async function writeUnit(em: SqlEntityManager, { id, epoch }: LeasedUnit, change: UnitChange): Promise<void> {
  const { frontier, counts, state, began, asksForNews = began } = change;
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  const written = await tables(em)
    .updateTable('crawler.unit')
    .set({
      stepped_at: sql`now()`,
      tries: 0,
      unfinished: 0,
      failing_since: null,
      failed_at: null,
      error_code: null,
      error_text: null,
      ...(frontier !== undefined && { frontier: json(frontier) }),
      ...(counts !== undefined && { pass: json(counts.value), percent: percentOf(counts.value, counts.waiting) }),
      ...(state !== undefined && { state: state === null ? null : json(state) }),
      ...(asksForNews === true && { pushed_at: null }),
      ...(began === true && { pass_began_at: sql`now()`, added: ADDED }),
    })
    .where('id', '=', id)
    .where('lease_epoch', '=', epoch)
    .returning('id')
    .execute();
  if (written.length === 0) throw new LeaseLost();
}

/**
 * The pass is over; another one follows at once when a launch asked for it more than `freshSeconds` after this one began, or the upstream said
 * that there is something new since it was asked for that.
 */
export async function endPass(em: SqlEntityManager, { id, epoch }: LeasedUnit, freshSeconds: number): Promise<void> {
  await rows(
    em,
    sql`update crawler.unit set last_pass = pass, last_pass_began_at = pass_began_at, last_pass_ended_at = now(), pass_began_at = null,
          wanted_at = case when wanted_at > pass_began_at + make_interval(secs => ${freshSeconds}) then wanted_at else pushed_at end
        where id = ${id} and lease_epoch = ${epoch}`,
  );
}

/** The next step begins the pass again, from a plan without the state. What waits to be read stays. */
export async function forgetPass(em: SqlEntityManager, { id, epoch }: LeasedUnit): Promise<void> {
  await tables(em)
    .updateTable('crawler.unit')
    .set({ pass_began_at: null, frontier: sql`'[]'::jsonb`, state: null })
    .where('id', '=', id)
    .where('lease_epoch', '=', epoch)
    .execute();
}

/** The step is over. A unit that was not tried because it ended too many crawlers is tried once when it is leased next. */
export async function releaseUnit(em: SqlEntityManager, { id, epoch }: LeasedUnit): Promise<void> {
  await tables(em)
    .updateTable('crawler.unit')
    .set({ leased_until: null, unfinished: sql`case when unfinished > ${UNFINISHED_MAX} then ${UNFINISHED_MAX} - 1 else 0 end` })
    .where('id', '=', id)
    .where('lease_epoch', '=', epoch)
    .execute();
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
