import type { StorageLevelChange } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { STORAGE_POLICIES, type StorageLevel } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

/** Stores a newer level; an older message changes nothing. */
export async function saveStorageLevel(em: SqlEntityManager, { organisation_id, version, level }: StorageLevelChange): Promise<void> {
  await tables(em)
    .insertInto('crawler.storage_level')
    .values({ organisation_id, version, level })
    .onConflict((conflict) =>
      conflict.column('organisation_id').doUpdateSet({ version, level }).where('crawler.storage_level.version', '<', version),
    )
    .execute();
}

/** The organisations among these whose content is not kept, because their storage is full. */
export async function withoutContent(em: SqlEntityManager, organisations: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await levelsOf(em, organisations);
  return new Set(found.filter(({ level }) => !STORAGE_POLICIES[level].keepsContent).map((one) => one.organisation_id));
}

/** Whether an organisation may get mirrors of repositories that it did not monitor before. */
export async function addsMirrors(em: SqlEntityManager, organisation: string): Promise<boolean> {
  const [found] = await levelsOf(em, [organisation]);
  return found === undefined || STORAGE_POLICIES[found.level].addsMirrors;
}

const levelsOf = (em: SqlEntityManager, organisations: readonly string[]): Promise<{ organisation_id: string; level: StorageLevel }[]> =>
  tables(em)
    .selectFrom('crawler.storage_level')
    .select(['organisation_id', 'level'])
    .where(sql<boolean>`organisation_id = any (${[...organisations]}::uuid[])`)
    .execute();
