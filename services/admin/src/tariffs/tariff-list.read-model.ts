import type { AnswerOf, InputOf, listTariffsOfType } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import type { TariffType } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

/** A page of the tariffs of a type, by name, with the number of organisations that use each. */
export async function tariffList(
  em: SqlEntityManager,
  type: TariffType,
  { limit, offset, name, company }: InputOf<typeof listTariffsOfType>['query'],
): Promise<AnswerOf<typeof listTariffsOfType>> {
  const found = tables(em)
    .selectFrom('admin.tariff as t')
    .where('t.type', '=', type)
    .where(sql<boolean>`strpos(lower(t.name), lower(${name})) > 0`)
    .$if(company !== undefined, (all) =>
      all.where(sql<boolean>`t.id = (select o.tariff_id from admin.organisation o where o.id = ${company ?? null}::uuid)`),
    );
  const { count } = await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const results = await found
    .select(['t.id', 't.name', 't.task_limit', 't.pattern_limit', 't.patterns_per_task_limit', 't.time_limit_total_months'])
    .select(['t.launch_limit', 't.time_limit_per_launch', 't.edit_version as version'])
    .select(sql<number>`(select count(*)::int from admin.organisation o where o.tariff_id = t.id)`.as('organisations'))
    .orderBy(sql`lower(t.name)`)
    .orderBy('t.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results };
}
