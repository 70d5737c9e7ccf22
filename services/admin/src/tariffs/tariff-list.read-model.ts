import type { AnswerOf, InputOf, listTariffsOfType, TARIFF_SORTS } from '@leakwatch/contracts';
import { sortOrder, type SortTerms, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { TariffType } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

const ID = { by: sql.ref('t.id') };
const SORTS: SortTerms<(typeof TARIFF_SORTS)[number]> = {
  name: [{ by: sql`lower(t.name)` }, ID],
  task_limit: [{ by: sql.ref('t.task_limit') }, ID],
  pattern_limit: [{ by: sql.ref('t.pattern_limit') }, ID],
  patterns_per_task_limit: [{ by: sql.ref('t.patterns_per_task_limit') }, ID],
  time_limit_total_months: [{ by: sql.ref('t.time_limit_total_months') }, ID],
  launch_limit: [{ by: sql.ref('t.launch_limit'), nullable: true }, ID],
  time_limit_per_launch: [{ by: sql.ref('t.time_limit_per_launch'), nullable: true }, ID],
};

/** A page of the tariffs of a type, by name unless `sort` says otherwise, with the number of organisations that use each. */
export async function tariffList(
  em: SqlEntityManager,
  type: TariffType,
  { limit, offset, name, company, sort = 'name' }: InputOf<typeof listTariffsOfType>['query'],
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
    .orderBy(sortOrder(sort, SORTS))
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results };
}
