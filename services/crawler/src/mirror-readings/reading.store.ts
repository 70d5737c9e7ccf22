import { row, rows, type RawBuilder, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { ReadingState } from '../sources/git-repo/reading-state.ts';
import { Superseded } from '../superseded.ts';

/** A worker that dies loses its lease within this time; a live one renews it three times within it. */
export const LEASE_SECONDS = 30;
/**
 * A crawler that ends ends every reading that it had in hand. Those that may be at fault are leased again at different times, within this one, so
 * that those which are not at fault finish.
 */
const APART_SECONDS = 20;

/** The reading of a mirror for a task, in the hands of a worker. */
export interface LeasedReading {
  readonly mirror: string;
  readonly task: string;
  readonly organisation: string;
  readonly repository: string | null;
  readonly epoch: string;
  /** Leases that may have failed or ended their worker, this one included. */
  readonly tries: number;
  readonly needsPlace: boolean;
}

/** Which readings a worker can take. */
export interface Wanting {
  /** Also those that need one of its places. */
  readonly place: boolean;
  /** Tasks of which it asks as many remotes as it may. */
  readonly without: readonly string[];
}

interface Row {
  readonly mirror_id: string;
  readonly task_id: string;
  readonly organisation_id: string;
  readonly repository_id: string | null;
  readonly lease_epoch: string;
  readonly tries: number;
  readonly needs_place: boolean;
}

const isDue = ({ place }: Pick<Wanting, 'place'>): RawBuilder<boolean> => {
  // Random, and the same until the reading is leased again.
  const apart = sql`make_interval(secs => greatest(0, u.tries - 1) * (abs(hashtext(u.mirror_id::text || u.lease_epoch)) % ${APART_SECONDS}))`;
  return sql<boolean>`u.wanted_at is not null and u.next_at <= now() and (u.leased_until is null or u.leased_until < now() - ${apart})
    ${place ? sql`` : sql`and not u.needs_place`}`;
};

/**
 * Leases a reading that is due: of the organisation of which the fewest are leased, and of its task of which the fewest are, so that a small launch does not
 * wait for a large one. Those that need a place come first where one is free. The recursion jumps in the index from one task to the next.
 */
export async function leaseReading(em: SqlEntityManager, wanting: Wanting): Promise<LeasedReading | undefined> {
  const leased = await row(
    em,
    sql<Row>`
      with recursive task as (
        (select u.organisation_id, u.task_id from crawler.mirror_use u where u.wanted_at is not null order by u.organisation_id, u.task_id limit 1)
        union all
        select n.organisation_id, n.task_id from task t cross join lateral (
          select u.organisation_id, u.task_id from crawler.mirror_use u
          where u.wanted_at is not null and (u.organisation_id, u.task_id) > (t.organisation_id, t.task_id)
          order by u.organisation_id, u.task_id limit 1) as n
      ), held as materialized (
        select organisation_id, task_id, count(*) as readings from crawler.mirror_use where leased_until > now() group by organisation_id, task_id
      ), first as materialized (
        select f.mirror_id, t.task_id from task t
        cross join lateral (
          select u.mirror_id, u.needs_place, u.wanted_at from crawler.mirror_use u
          where u.organisation_id = t.organisation_id and u.task_id = t.task_id and ${isDue(wanting)}
          order by u.needs_place desc, u.wanted_at, u.mirror_id limit 1
        ) as f
        where t.task_id <> all (${[...wanting.without]}::uuid[])
        order by (select coalesce(sum(h.readings), 0) from held h where h.organisation_id = t.organisation_id),
          (select coalesce(sum(h.readings), 0) from held h where h.task_id = t.task_id), f.needs_place desc, f.wanted_at
        limit 1
      ), free as materialized (
        select u.mirror_id, u.task_id from crawler.mirror_use u join first using (mirror_id, task_id) where ${isDue(wanting)} for update of u skip locked
      )
      update crawler.mirror_use u set lease_epoch = lease_epoch + 1, tries = tries + 1,
        leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), began_at = coalesce(began_at, clock_timestamp())
      from free where u.mirror_id = free.mirror_id and u.task_id = free.task_id
      returning u.mirror_id, u.task_id, u.organisation_id, u.repository_id, u.lease_epoch::text, u.tries, u.needs_place`,
  );
  if (leased === undefined) return undefined;
  const { mirror_id: mirror, task_id: task, organisation_id: organisation, repository_id: repository } = leased;
  return { mirror, task, organisation, repository, epoch: leased.lease_epoch, tries: leased.tries, needsPlace: leased.needs_place };
}

type Held = Pick<LeasedReading, 'mirror' | 'task' | 'epoch'>;

/** Changes the row while the lease is held. Returns false when it was lost. */
async function change(em: SqlEntityManager, { mirror, task, epoch }: Held, to: RawBuilder<unknown>): Promise<boolean> {
  const changed = await rows(
    em,
    sql`update crawler.mirror_use u set ${to} where u.mirror_id = ${mirror} and u.task_id = ${task} and u.lease_epoch = ${epoch}::bigint
        and u.leased_until is not null returning u.mirror_id`,
  );
  return changed.length === 1;
}

/** Returns false when the lease was lost. */
export const renewReading = (em: SqlEntityManager, reading: Held): Promise<boolean> =>
  change(em, reading, sql`leased_until = now() + make_interval(secs => ${LEASE_SECONDS})`);

const stateOf = (state: ReadingState): RawBuilder<unknown> =>
  sql`status = ${state.status}, error_code = ${state.error_code}, blobs_total = ${state.blobs_total}, blobs_scanned = ${state.blobs_scanned},
    blobs_unread = ${state.blobs_unread}, blobs_unchecked = ${state.blobs_unchecked}, percent = ${state.percent}`;

/** Writes how far the reading is. Returns false when the lease was lost. */
export const writeReading = (em: SqlEntityManager, reading: Held, state: ReadingState): Promise<boolean> =>
  change(em, reading, stateOf(state));

/**
 * The reading is over. Another one follows where a launch asked for it since this one began. Throws Superseded when the lease was lost.
 * @param failed nothing could be read
 */
export async function endReading(em: SqlEntityManager, reading: Held, state: ReadingState, failed: boolean): Promise<void> {
  const ended = await change(
    em,
    reading,
    sql`${stateOf({ ...state, percent: 100 })}, last_indexed = case when ${failed} then last_indexed else now() end, failed = ${failed},
      ended_began_at = began_at, began_at = null, wanted_at = case when wanted_at > began_at then wanted_at end,
      leased_until = null, tries = 0, needs_place = false, next_at = now()`,
  );
  if (!ended) throw new Superseded();
}

export interface Release {
  /** It ended for a reason that is not the reading's own. */
  readonly countsAsTry: boolean;
  readonly needsPlace: boolean;
  /** Until it is leased again. */
  readonly seconds: number;
}

/** The reading goes on later, in whichever worker. */
export const releaseReading = (em: SqlEntityManager, reading: Held, { countsAsTry, needsPlace, seconds }: Release): Promise<boolean> =>
  change(
    em,
    reading,
    sql`leased_until = null, tries = tries - ${countsAsTry ? 0 : 1}::int, needs_place = ${needsPlace}, next_at = now() + make_interval(secs => ${seconds})`,
  );

/**
 * Nobody needs the reading any more, or its repository is not known by this id. Where a launch does need it, the next report of the launch finds that it lacks
 * the repository, and asks for it.
 */
export const dropReading = (em: SqlEntityManager, reading: Held): Promise<boolean> =>
  change(em, reading, sql`leased_until = null, tries = 0, needs_place = false, began_at = null, wanted_at = null`);
