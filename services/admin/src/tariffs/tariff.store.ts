import type { SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import type { TariffRow } from './tariff.entity.ts';

export type Tariff = Omit<TariffRow, 'created'>;

export const tariffById = (em: SqlEntityManager, id: string): Promise<Tariff | undefined> =>
  tables(em)
    .selectFrom('admin.tariff')
    .select(['id', 'type', 'name', 'task_limit', 'pattern_limit', 'patterns_per_task_limit', 'time_limit_total_months'])
    .select(['launch_limit', 'time_limit_per_launch'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The id of the tariff of an organisation that the scope sees. */
export async function tariffOf(em: SqlEntityManager, organisation: string): Promise<string | undefined> {
  const found = await tables(em).selectFrom('admin.organisation').select('tariff_id').where('id', '=', organisation).executeTakeFirst();
  return found?.tariff_id;
}

/** False when the type has a tariff of that name. */
export async function addTariff(em: SqlEntityManager, tariff: Tariff): Promise<boolean> {
  const added = await tables(em)
    .insertInto('admin.tariff')
    .values(tariff)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length === 1;
}
