import { type RawBuilder, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { INTERRUPTED, readAgainAt } from '../../interrupted.ts';

/**
 * Of a row `b` of the ledger that waits to be read again. What a version before decisions 0175, 0176 and 0187 called damaged, over a
 * bound or missing may have been interrupted, and newer readers may read what it called damaged, encrypted or not supported (0189).
 */
const waits = sql<boolean>`(b.unread = ${INTERRUPTED} and b.read_again_at is not null)`;
const isDue = sql<boolean>`(b.unread = ${INTERRUPTED} and b.read_again_at <= now() or b.unread in ('damaged', 'over_bound', 'missing', 'encrypted', 'not_supported') and b.interruptions is null)`;

/** Whether blobs of the mirror are due to be read again. */
export const hasDue = (mirror: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from crawler.blob b where b.mirror_id = ${mirror} and b.unread is not null and ${isDue})`;

/**
 * Records why blobs, or parts of what is inside them, could not be read, by the ordinals of their rows. A blob that waits to be read again stays so,
 * whatever other scans find. Returns how many blobs were not known to be unread.
 */
export async function markUnread(em: SqlEntityManager, mirror: string, unread: ReadonlyMap<string, string>): Promise<number> {
  if (unread.size === 0) return 0;
  const marks = [...unread].map(([ordinal, reason]) => ({ ordinal, reason }));
  // Scans of several tasks mark the same blobs: in one order, and each blob is counted by the first of them.
  const known = await rows(
    em,
    sql<{ was_unread: boolean }>`
      with wanted as materialized (
        select distinct on (b.ordinal) b.ordinal, u.reason
        from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as u (ordinal bigint, reason text)
          join crawler.blob named on named.mirror_id = ${mirror} and named.ordinal = u.ordinal
          join crawler.blob b on b.mirror_id = named.mirror_id and b.oid = named.oid and b.name = ''
        order by b.ordinal, u.reason = ${INTERRUPTED} desc
      ), marked as materialized (
        select b.ordinal, b.unread, coalesce(b.interruptions, 0) as interruptions, ${waits} as waits, w.reason, w.reason = ${INTERRUPTED} as is_interrupted
        from wanted w join crawler.blob b on b.mirror_id = ${mirror} and b.ordinal = w.ordinal
        order by b.ordinal for no key update of b
      )
      update crawler.blob b set
        unread = case when m.waits then b.unread else m.reason end,
        interruptions = m.interruptions + (case when m.is_interrupted and not m.waits then 1 else 0 end),
        read_again_at = case when m.waits then b.read_again_at
          when m.is_interrupted then ${readAgainAt(sql<number>`m.interruptions`)}
        end
      from marked m where b.mirror_id = ${mirror} and b.ordinal = m.ordinal
      returning m.unread is not null as was_unread`,
  );
  return known.filter(({ was_unread: wasUnread }) => !wasUnread).length;
}

/**
 * Puts the blobs that are due at the end of the ledger, with all of their names: every pattern meets them again there, as it meets new ones. Nothing
 * happens while the mirror is scanned: that scan counts documents by their old places. The caller holds the mirror's lease, without which ordinals
 * would not be committed in their order.
 */
export async function readAgain(em: SqlEntityManager, mirror: string): Promise<void> {
  const scans = await rows(em, sql`select from crawler.mirror_pass where mirror_id = ${mirror} and leased_until > now()`);
  if (scans.length > 0) return;
  await rows(em, sql`select from crawler.scan_cohort where mirror_id = ${mirror} order by id for update`);
  await rows(
    em,
    sql`
      with due as materialized (
        select b.oid from crawler.blob b where b.mirror_id = ${mirror} and b.unread is not null and ${isDue}
      ), old as materialized (
        select b.ordinal, b.name from due join crawler.blob b on b.mirror_id = ${mirror} and b.oid = due.oid
        order by b.ordinal for no key update of b
      ), moved as (
        update crawler.blob b set ordinal = default, unread = null, read_again_at = null, interruptions = coalesce(b.interruptions, 0)
        from old where b.mirror_id = ${mirror} and b.ordinal = old.ordinal
      ), checked_again as (
        delete from crawler.unchecked_document u using old where u.mirror_id = ${mirror} and u.ordinal = old.ordinal
      )
      update crawler.scan_cohort c set
        -- A worker that was paused in a scan knows the old places.
        epoch = epoch + 1,
        documents = documents - (select count(*) from old where old.name = '' and old.ordinal <= c.ordinal)
      where c.mirror_id = ${mirror}`,
  );
}
