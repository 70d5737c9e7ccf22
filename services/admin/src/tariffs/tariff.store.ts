import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { TariffType } from '@leakwatch/vocabulary';

export interface Tariff {
  readonly id: string;
  readonly type: TariffType;
  readonly time_limit_total_months: number;
}

export const tariffById = (em: SqlEntityManager, id: string): Promise<Tariff | undefined> =>
  row(em, sql<Tariff>`select id, type, time_limit_total_months from admin.tariff where id = ${id}`);

export interface NewTariff {
  readonly id: string;
  readonly type: TariffType;
  readonly name: string;
  readonly task_limit: number;
  readonly pattern_limit: number;
  readonly patterns_per_task_limit: number;
  readonly time_limit_total_months: number;
}

/** False when the type has a tariff of that name. */
export async function addTariff(em: SqlEntityManager, tariff: NewTariff): Promise<boolean> {
  const added = await rows(
    em,
    sql`insert into admin.tariff (id, type, name, task_limit, pattern_limit, patterns_per_task_limit, time_limit_total_months)
        values (${tariff.id}, ${tariff.type}, ${tariff.name}, ${tariff.task_limit}, ${tariff.pattern_limit},
          ${tariff.patterns_per_task_limit}, ${tariff.time_limit_total_months})
        on conflict do nothing returning id`,
  );
  return added.length === 1;
}
