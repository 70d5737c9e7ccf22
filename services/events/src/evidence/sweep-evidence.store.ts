import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Evidence } from './evidence.entities.ts';

type Removed = Pick<Evidence, 'organisation_id' | 'hash' | 'object_id'>;

/** Removes content that was last found more than so many days ago; it waits for no lock. */
export const removeExpired = (em: SqlEntityManager, days: number, limit: number): Promise<Removed[]> =>
  rows(
    em,
    sql<Removed>`delete from events.evidence where (organisation_id, hash) in (
        select organisation_id, hash from events.evidence where kept_at < now() - make_interval(days => ${days})
        order by kept_at limit ${limit} for update skip locked)
      returning organisation_id, hash, object_id`,
  );

/**
 * Looks at content to which perhaps no event refers. Returns how many were looked at, and removes those to which none does. Content that
 * the intake has locked is left to it: it refers to it, or lists it again.
 */
export async function removeUnused(
  em: SqlEntityManager,
  limit: number,
): Promise<{ readonly reviewed: number; readonly removed: Removed[] }> {
  const reviewed = await rows(
    em,
    sql<Pick<Removed, 'organisation_id' | 'hash'>>`delete from events.evidence_review where (organisation_id, hash) in (
        select organisation_id, hash from events.evidence_review limit ${limit} for update skip locked)
      returning organisation_id, hash`,
  );
  if (reviewed.length === 0) return { reviewed: 0, removed: [] };
  const wanted = sql`unnest(${reviewed.map((one) => one.organisation_id)}::uuid[], ${reviewed.map(({ hash }) => hash)}::text[]) as w (organisation_id, hash)`;
  const locked = await rows(
    em,
    sql<Removed>`select e.organisation_id, e.hash, e.object_id from ${wanted} join events.evidence e using (organisation_id, hash)
      order by e.organisation_id, e.hash for update of e skip locked`,
  );
  if (locked.length === 0) return { reviewed: reviewed.length, removed: [] };
  // A statement of its own: it sees every event that was committed before the rows were locked.
  const removed = await rows(
    em,
    sql<Removed>`delete from events.evidence e
      using unnest(${locked.map((one) => one.organisation_id)}::uuid[], ${locked.map(({ hash }) => hash)}::text[]) as l (organisation_id, hash)
      where e.organisation_id = l.organisation_id and e.hash = l.hash
        and not exists (select from events.event v where v.organisation_id = e.organisation_id and v.content_hash = e.hash)
        and not exists (select from events.event v where v.organisation_id = e.organisation_id and v.original_hash = e.hash)
      returning e.organisation_id, e.hash, e.object_id`,
  );
  return { reviewed: reviewed.length, removed };
}
