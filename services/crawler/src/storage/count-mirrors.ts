import { storageUseV1 } from '@leakwatch/contracts';
import { type Bus, outgoing, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

interface Counted {
  readonly organisation_id: string;
  readonly version: number;
  readonly items: number;
  readonly bytes: number;
}

/**
 * Counts the mirrors of organisations again and publishes what changed, in the transaction that changed a mirror or its use. The rows of
 * the counts are locked first, so that the statement that counts sees every change that was counted before it.
 */
export async function countMirrors(em: SqlEntityManager, bus: Bus, organisations: readonly string[]): Promise<void> {
  const sorted = [...new Set(organisations)].toSorted();
  if (sorted.length === 0) return;
  await tables(em)
    .insertInto('crawler.storage')
    .values(sorted.map((organisation_id) => ({ organisation_id })))
    .onConflict((conflict) => conflict.column('organisation_id').doNothing())
    .execute();
  await rows(
    em,
    sql`select from crawler.storage where organisation_id = any (${sorted}::uuid[]) order by organisation_id for no key update`,
  );
  const changed = await rows(
    em,
    sql<Counted>`update crawler.storage s set items = n.items, bytes = n.bytes, version = s.version + 1
      from unnest(${sorted}::uuid[]) o (id)
      cross join lateral (
        select count(*) as items, coalesce(sum(m.bytes), 0) as bytes from crawler.mirror m
        where m.id in (select u.mirror_id from crawler.mirror_use u where u.organisation_id = o.id and u.admitted)) n
      where s.organisation_id = o.id and (s.items, s.bytes) is distinct from (n.items, n.bytes::bigint)
      returning s.organisation_id, s.version, s.items::float8 as items, s.bytes::float8 as bytes`,
  );
  await bus.publish(
    em,
    changed.map((one) => outgoing(storageUseV1, { ...one, part: 'mirrors' })),
  );
}
