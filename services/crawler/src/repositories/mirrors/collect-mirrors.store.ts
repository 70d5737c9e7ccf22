import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** A repository that is monitored again within this time continues where its scans ended. */
export const UNUSED_MIRROR_DAYS = 7;

/** Locks a mirror that no admitted task has used for long and no worker holds. What uses it again waits, and finds it listed anew or gone. */
export async function lockUnused(em: SqlEntityManager): Promise<string | undefined> {
  const found = await row(
    em,
    sql<{ id: string }>`select m.id from crawler.mirror m
      where m.unused_since < now() - make_interval(days => ${UNUSED_MIRROR_DAYS})
        and (m.leased_until is null or m.leased_until < now())
        and not exists (select from crawler.mirror_use u where u.mirror_id = m.id and u.admitted)
      order by m.unused_since limit 1 for update of m skip locked`,
  );
  return found?.id;
}

/**
 * Deletes up to so many rows of a locked mirror's ledger, and the mirror when none is left. Returns how many rows were deleted. Its tips
 * and marks go first: were it used again in between, everything would be listed and matched once more.
 */
export async function deleteMirror(em: SqlEntityManager, mirror: string, limit: number): Promise<number> {
  await rows(em, sql`update crawler.mirror set listed_tips = '{}', fetched_at = null where id = ${mirror} and listed_tips <> '{}'`);
  await rows(em, sql`delete from crawler.mirror_pass where mirror_id = ${mirror}`);
  await rows(em, sql`delete from crawler.cohort_pattern where mirror_id = ${mirror}`);
  await rows(em, sql`delete from crawler.scan_cohort where mirror_id = ${mirror}`);
  const deleted = await rows(
    em,
    sql<{ is_document: boolean }>`delete from crawler.blob where mirror_id = ${mirror} and ordinal in (
        select ordinal from crawler.blob where mirror_id = ${mirror} order by ordinal limit ${limit}) returning name = '' as is_document`,
  );
  const documents = deleted.filter((one) => one.is_document).length;
  await rows(em, sql`update crawler.mirror set documents = documents - ${documents}::int where id = ${mirror}`);
  if (deleted.length < limit) {
    await rows(em, sql`delete from crawler.unchecked_document where mirror_id = ${mirror}`);
    // Subscriptions that no launch has admitted; the launch writes them again.
    await rows(em, sql`delete from crawler.mirror_use where mirror_id = ${mirror}`);
    await rows(em, sql`delete from crawler.mirror where id = ${mirror}`);
  }
  return deleted.length;
}

/** Those of these ids that are mirrors. */
export async function knownMirrors(em: SqlEntityManager, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = await rows(em, sql<{ id: string }>`select id from crawler.mirror where id = any (${[...ids]}::uuid[])`);
  return new Set(known.map(({ id }) => id));
}
