import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { TariffType } from '@leakwatch/vocabulary';

export interface Tariff {
  readonly id: string;
  readonly type: TariffType;
  readonly name: string;
  readonly task_limit: number;
  readonly pattern_limit: number;
  readonly patterns_per_task_limit: number;
  readonly time_limit_total_months: number;
  /** count_launch alone. */
  readonly launch_limit: number | null;
  /** In days; count_launch alone. */
  readonly time_limit_per_launch: number | null;
}

export const tariffById = (em: SqlEntityManager, id: string): Promise<Tariff | undefined> =>
  row(
    em,
    sql<Tariff>`select id, type, name, task_limit, pattern_limit, patterns_per_task_limit, time_limit_total_months, launch_limit,
        time_limit_per_launch from admin.tariff where id = ${id}`,
  );

/** The tariff of an organisation that the scope sees. */
export async function tariffOf(em: SqlEntityManager, organisation: string): Promise<string | undefined> {
  const found = await row(em, sql<{ tariff_id: string }>`select tariff_id from admin.organisation where id = ${organisation}`);
  return found?.tariff_id;
}

/** False when the type has a tariff of that name. */
export async function addTariff(em: SqlEntityManager, tariff: Tariff): Promise<boolean> {
  const added = await rows(
    em,
    sql`insert into admin.tariff (id, type, name, task_limit, pattern_limit, patterns_per_task_limit, time_limit_total_months,
          launch_limit, time_limit_per_launch)
        values (${tariff.id}, ${tariff.type}, ${tariff.name}, ${tariff.task_limit}, ${tariff.pattern_limit},
          ${tariff.patterns_per_task_limit}, ${tariff.time_limit_total_months}, ${tariff.launch_limit}, ${tariff.time_limit_per_launch})
        on conflict do nothing returning id`,
  );
  return added.length === 1;
}
