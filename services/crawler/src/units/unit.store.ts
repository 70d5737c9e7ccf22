import { type RawBuilder, row, rows, type RowOf, type SqlEntityManager, sql, storableJson } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { tables } from '../entities.ts';
import { type PassCounts, passCounts, percentOf } from './pass-counts.ts';
import type { Stored, UnitSource } from '../sources/unit-source.port.ts';
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
/** A pass that nobody continued for so long begins again: what its answers said has changed. A source may have its passes kept for longer. */
const PASS_KEPT_SECONDS = 3_600;

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

/** Units that a worker may lease: a pass is wanted, and their scope is not `closed`, because its accounts are used up for now. */
export const isOpen = (source: SourceType, closed: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`u.source_type = ${source} and u.wanted_at is not null and u.credential_scope <> all (${[...closed]}::text[])`;

/** And it is their time, nobody holds them, and they are not `left` to other workers. */
export function isDue(left: readonly string[]): RawBuilder<boolean> {
  // Random, and the same until the unit is leased again.
  const apart = sql`make_interval(secs => greatest(0, u.unfinished - 1) * (abs(hashtext(u.id::text || u.lease_epoch)) % ${APART_SECONDS}))`;
  return sql<boolean>`u.next_at <= now() and (u.leased_until is null or u.leased_until < now() - ${apart}) and u.id <> all (${[...left]}::uuid[])`;
}

/** What leasing knows of the source. */
export type LeasingSource = Pick<UnitSource, 'kind' | 'passKeptSeconds'>;

/** Leases the first of the units that may be leased; see isOpen and isDue. */
export async function leaseFirst(
  em: SqlEntityManager,
  { kind: source, passKeptSeconds = PASS_KEPT_SECONDS }: LeasingSource,
  units: readonly string[],
  closed: readonly string[],
  left: readonly string[],
): Promise<LeasedUnit | undefined> {
  const ids = sql`${[...units]}::uuid[]`;
  const leased = await row(
    em,
    sql<Leased>`
      with first as materialized (
        select u.id from crawler.unit u where u.id = any (${ids}) and ${isOpen(source, closed)} and ${isDue(left)}
        order by array_position(${ids}, u.id) limit 1 for update of u skip locked
      )
      update crawler.unit set lease_epoch = lease_epoch + 1, unfinished = unfinished + 1, leased_until = now() + make_interval(secs => ${LEASE_SECONDS}),
        pass_began_at = case when stepped_at < now() - make_interval(secs => ${passKeptSeconds}) then null else pass_began_at end
      where id = (select id from first)
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
  const json = (value: unknown) => sql`${storableJson(value)}::jsonb`;
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
