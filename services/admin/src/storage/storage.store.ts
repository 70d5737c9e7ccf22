import type { StorageUse } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { StorageLevel, StoragePart } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

/** Stores a newer use; an older message, and one about an unknown organisation, change nothing. Returns whether it was stored. */
export async function saveUse(em: SqlEntityManager, { organisation_id, part, version, items, bytes }: StorageUse): Promise<boolean> {
  const saved = await rows(
    em,
    sql<{ part: string }>`insert into admin.storage_use as u (organisation_id, part, version, items, bytes)
      select o.id, ${part}, ${version}::int, ${items}::bigint, ${bytes}::bigint from admin.organisation o where o.id = ${organisation_id}
      on conflict (organisation_id, part) do update set version = excluded.version, items = excluded.items, bytes = excluded.bytes
        where u.version < excluded.version
      returning part`,
  );
  return saved.length === 1;
}

/** Locks the level of an organisation, so that one transaction at a time compares its use with its quota. */
export async function lockLevel(em: SqlEntityManager, organisation: string): Promise<StorageLevel> {
  await tables(em)
    .insertInto('admin.storage_level')
    .values({ organisation_id: organisation, level: 'free' })
    .onConflict((conflict) => conflict.column('organisation_id').doNothing())
    .execute();
  const { level } = await tables(em)
    .selectFrom('admin.storage_level')
    .select('level')
    .where('organisation_id', '=', organisation)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return level;
}

/** Stores the level. Returns its version. */
export async function setLevel(em: SqlEntityManager, organisation: string, level: StorageLevel): Promise<number> {
  const { version } = await tables(em)
    .updateTable('admin.storage_level')
    .set({ level, version: sql<number>`version + 1` })
    .where('organisation_id', '=', organisation)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export interface OrganisationStorage {
  readonly name: string;
  readonly quota_gb: number | null;
  readonly level: StorageLevel;
  readonly parts: readonly { readonly part: StoragePart; readonly items: number; readonly bytes: number }[];
}

/** What an organisation that was not deleted stores; undefined when the scope sees none. */
export const storageOf = (em: SqlEntityManager, organisation: string): Promise<OrganisationStorage | undefined> =>
  row(
    em,
    sql<OrganisationStorage>`select o.name, o.storage_quota_gb as quota_gb, coalesce(l.level, 'free') as level, coalesce((
        select jsonb_agg(jsonb_build_object('part', u.part, 'items', u.items, 'bytes', u.bytes) order by u.part)
        from admin.storage_use u where u.organisation_id = o.id), '[]') as parts
      from admin.organisation o left join admin.storage_level l on l.organisation_id = o.id
      where o.id = ${organisation} and o.deleted_at is null`,
  );

/** Organisations that store anything, for a quota of the installation that has changed. */
export const storingOrganisations = async (em: SqlEntityManager): Promise<string[]> =>
  (await tables(em).selectFrom('admin.storage_use').select('organisation_id').distinct().orderBy('organisation_id').execute()).map(
    (found) => found.organisation_id,
  );
