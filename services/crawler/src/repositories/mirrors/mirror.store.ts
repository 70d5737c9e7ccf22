import { newId, type RawBuilder, type RowOf, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../../entities.ts';
import { Superseded } from '../../superseded.ts';
import { hasDue } from '../ledger/unread-blobs.store.ts';
import type { MirrorEntity } from './mirror.entity.ts';

const COLUMNS = ['id', 'organisation_id', 'listed_tips', 'refs_digest', 'lease_epoch'] as const;
export interface Mirror extends Pick<RowOf<typeof MirrorEntity>, (typeof COLUMNS)[number]> {
  /** Its remote was asked since the reading was requested for which it is leased, so it need not be asked again. */
  readonly fresh: boolean;
  /** When it was leased, by the database's clock: what the remote got before is fetched under this lease. */
  readonly leased_at: string;
  /** Blobs of it are to be read again. */
  readonly has_due: boolean;
}

/** A fetch that began before may lack what the remote had when the launch began. By the database's clock: the crawlers' clocks differ. */
const isFresh = (task: string | undefined): RawBuilder<boolean> =>
  task === undefined
    ? sql<boolean>`false`
    : sql<boolean>`crawler.mirror.error_code is null and coalesce(fetched_at >=
        (select u.wanted_at from crawler.mirror_use u where u.mirror_id = crawler.mirror.id and u.task_id = ${task}), false)`;

/** A worker that dies loses its lease within this time; a live one renews it three times within it. */
export const LEASE_SECONDS = 30;
const LEASE_END = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** A mirror may be deleted in the moment in which it is wanted again, so it is asked for more than once. */
const TRIES = 3;

/** The mirror of an address for a credential scope, created when there is none. It is not deleted before the transaction ends. */
export async function mirrorFor(em: SqlEntityManager, address: string, scope: string, organisation: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    await tables(em)
      .insertInto('crawler.mirror')
      .values({ id: newId(), organisation_id: scope === '' ? null : organisation, address, credential_scope: scope, listed_tips: [] })
      .onConflict((conflict) => conflict.columns(['address', 'credential_scope']).doNothing())
      .execute();
    const found = await tables(em)
      .selectFrom('crawler.mirror')
      .select('id')
      .where('address', '=', address)
      .where('credential_scope', '=', scope)
      .forKeyShare()
      .executeTakeFirst();
    if (found !== undefined) return found.id;
  }
  throw new Error('a mirror vanished in its own transaction');
}

/**
 * Leases the mirror to a worker; undefined while another one holds it. The epoch fences off a worker that comes back late.
 * @param task the one for which it is read; for none, the remote is always asked
 */
export const leaseMirror = (em: SqlEntityManager, id: string, worker: string, task?: string): Promise<Mirror | undefined> =>
  tables(em)
    .updateTable('crawler.mirror')
    .set({ leased_by: worker, lease_epoch: sql`lease_epoch + 1`, leased_until: LEASE_END })
    .where('id', '=', id)
    .where(sql<boolean>`(leased_until is null or leased_until < now())`)
    .returning(COLUMNS)
    .returning([isFresh(task).as('fresh'), sql<string>`now()::text`.as('leased_at'), hasDue(sql`crawler.mirror.id`).as('has_due')])
    .executeTakeFirst();

export async function isLeased(em: SqlEntityManager, id: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('crawler.mirror')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`leased_until >= now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns false when the lease was lost: then nothing more may be written under it. */
export async function renewLease(em: SqlEntityManager, id: string, epoch: string): Promise<boolean> {
  const renewed = await tables(em)
    .updateTable('crawler.mirror')
    .set({ leased_until: LEASE_END })
    .where('id', '=', id)
    .where('lease_epoch', '=', epoch)
    .where('leased_until', 'is not', null)
    .returning('id')
    .execute();
  return renewed.length === 1;
}

/**
 * To be called before anything is written under a lease: keeps it until the transaction ends, so that no other worker can write meanwhile. Throws
 * Superseded when another one has the mirror.
 */
export async function holdLease(em: SqlEntityManager, { id, lease_epoch: epoch }: Pick<Mirror, 'id' | 'lease_epoch'>): Promise<void> {
  const held = await tables(em)
    .selectFrom('crawler.mirror')
    .select('id')
    .where('id', '=', id)
    .where('lease_epoch', '=', epoch)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (held === undefined) throw new Superseded();
}

export async function releaseLease(em: SqlEntityManager, id: string, epoch: string): Promise<void> {
  await tables(em)
    .updateTable('crawler.mirror')
    .set({ leased_until: null })
    .where('id', '=', id)
    .where('lease_epoch', '=', epoch)
    .execute();
}

/** Records what a mirror takes on the disk. */
export async function recordBytes(em: SqlEntityManager, id: string, bytes: number): Promise<void> {
  await tables(em).updateTable('crawler.mirror').set({ bytes }).where('id', '=', id).where('bytes', '<>', bytes).execute();
}

/** The remote was asked after that. Listing may end hours later. */
const fetchedAt = ({ leased_at: at }: Pick<Mirror, 'leased_at'>): RawBuilder<Date> => sql<Date>`${at}::timestamptz`;

export interface Listed {
  /** Tips below which every blob is in the ledger. */
  readonly tips: readonly string[];
  /** Digest of the remote's refs; null where a part of it could not be read. */
  readonly digest: string | null;
  readonly errorCode: string | null;
}

/** Records what was listed. Throws Superseded when another worker has the mirror. */
export async function recordListed(
  em: SqlEntityManager,
  mirror: Pick<Mirror, 'id' | 'lease_epoch' | 'leased_at'>,
  { tips, digest, errorCode }: Listed,
): Promise<void> {
  await holdLease(em, mirror);
  await tables(em)
    .updateTable('crawler.mirror')
    .set({ listed_tips: [...tips], refs_digest: digest, fetched_at: fetchedAt(mirror), error_code: errorCode })
    .where('id', '=', mirror.id)
    .execute();
}

/** Records that the remote still has what was listed. Throws Superseded when another worker has the mirror. */
export async function recordUnchanged(em: SqlEntityManager, mirror: Pick<Mirror, 'id' | 'lease_epoch' | 'leased_at'>): Promise<void> {
  await holdLease(em, mirror);
  await tables(em)
    .updateTable('crawler.mirror')
    .set({ fetched_at: fetchedAt(mirror) })
    .where('id', '=', mirror.id)
    .execute();
}
