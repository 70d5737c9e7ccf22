import { ownAccessV1 } from '@leakwatch/contracts';
import { type Bus, outgoing, row, rows, sql, type SqlEntityManager } from '@leakwatch/platform';
import type { SavedAccount } from './service-account.store.ts';

type Place = Pick<SavedAccount, 'organisation_id' | 'source_type'>;

/**
 * Publishes whether the organisations of `places` have accounts of their own for the sources, after a change of one. Changes of one
 * organisation wait for each other, so the last message is the truth.
 */
export async function publishOwnAccess(em: SqlEntityManager, bus: Bus, places: readonly Place[]): Promise<void> {
  const owned = places.flatMap(({ organisation_id: organisation, source_type: source }) =>
    organisation === null ? [] : [{ organisation, source }],
  );
  const once = new Map(owned.map((place) => [`${place.organisation} ${place.source}`, place]));
  for (const [, { organisation, source }] of [...once].sort(([left], [right]) => (left < right ? -1 : 1))) {
    await rows(em, sql`select pg_advisory_xact_lock(hashtextextended(${`own-access ${organisation}`}, 0))`);
    const found = await row(
      em,
      sql<{ owns: boolean; version: number }>`
        select exists (select from admin.service_account a where a.organisation_id = ${organisation} and a.source_type = ${source}
          and not a.reserved_for_discovery) as owns, (extract(epoch from clock_timestamp()) * 1000)::float8 as version`,
    );
    if (found === undefined) throw new Error('no answer of the database');
    const { owns, version } = found;
    await bus.publish(em, [
      outgoing(ownAccessV1, { organisation_id: organisation, source_type: source, owns, version: Math.floor(version) }),
    ]);
  }
}
