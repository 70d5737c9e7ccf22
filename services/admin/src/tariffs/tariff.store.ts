import { isViolationOf, sql, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import type { TariffRow } from './tariff.entity.ts';

export type NewTariff = Omit<TariffRow, 'created' | 'edit_version'>;
export type Tariff = NewTariff & { readonly version: number };
export type TariffChange = Partial<Omit<NewTariff, 'id' | 'type'>>;

const selected = (em: SqlEntityManager, id: string) =>
  tables(em)
    .selectFrom('admin.tariff')
    .select(['id', 'type', 'name', 'task_limit', 'pattern_limit', 'patterns_per_task_limit', 'time_limit_total_months'])
    .select(['launch_limit', 'time_limit_per_launch', 'edit_version as version'])
    .where('id', '=', id);

export const tariffById = (em: SqlEntityManager, id: string): Promise<Tariff | undefined> => selected(em, id).executeTakeFirst();

/** Locks the tariff against other changes, and against new organisations with it. */
export const lockTariff = (em: SqlEntityManager, id: string): Promise<Tariff | undefined> =>
  selected(em, id).forUpdate().executeTakeFirst();

/** The id of the tariff of an organisation that the scope sees. */
export async function tariffOf(em: SqlEntityManager, organisation: string): Promise<string | undefined> {
  const found = await tables(em).selectFrom('admin.organisation').select('tariff_id').where('id', '=', organisation).executeTakeFirst();
  return found?.tariff_id ?? undefined;
}

/** False when the type has a tariff of that name. */
export async function addTariff(em: SqlEntityManager, tariff: NewTariff): Promise<boolean> {
  const added = await tables(em)
    .insertInto('admin.tariff')
    .values(tariff)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length === 1;
}

/** False when the type has another tariff of that name; the transaction can then only be rolled back. */
export async function updateTariff(em: SqlEntityManager, id: string, change: TariffChange): Promise<boolean> {
  try {
    await tables(em).updateTable('admin.tariff').set(change).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (isViolationOf('tariff_name', error)) return false;
    throw error;
  }
}

export async function countOrganisations(em: SqlEntityManager, tariff: string): Promise<number> {
  const counted = tables(em).selectFrom('admin.organisation').where('tariff_id', '=', tariff);
  return (await counted.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count;
}

/** Raises the versions of the organisations that use a tariff. */
export const raiseVersions = (em: SqlEntityManager, tariff: string) =>
  tables(em).updateTable('admin.organisation').set({ version: sql<number>`version + 1` }).where('tariff_id', '=', tariff).execute();

export const removeTariff = (em: SqlEntityManager, id: string) => tables(em).deleteFrom('admin.tariff').where('id', '=', id).execute();
