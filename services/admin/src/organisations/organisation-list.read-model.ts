import { addressOfLogo, type AnswerOf, type InputOf, type internalOrganisations, type ORGANISATION_SORTS } from '@leakwatch/contracts';
import { sortOrder, type SortTerms, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

const ID = { by: sql.ref('o.id') };
const SORTS: SortTerms<(typeof ORGANISATION_SORTS)[number]> = {
  name: [{ by: sql`lower(o.name)` }, ID],
  expires_at: [{ by: sql.ref('o.expires_at') }, ID],
};
const ACTIVE_FIRST = sql`o.active desc, lower(o.name), o.id`;

/** A page of the organisations, active ones first unless `sort` says otherwise, with the number of accounts of each. */
export async function organisationList(
  em: SqlEntityManager,
  { limit, offset, name, sort }: InputOf<typeof internalOrganisations>['query'],
): Promise<AnswerOf<typeof internalOrganisations>> {
  const found = tables(em)
    .selectFrom('admin.organisation as o')
    .innerJoin('admin.tariff as t', 't.id', 'o.tariff_id')
    .leftJoin('admin.logo as l', 'l.organisation_id', 'o.id')
    .where('o.deleted_at', 'is', null)
    .where(sql<boolean>`strpos(lower(o.name), lower(${name})) > 0`);
  const { count } = await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const results = await found
    .select(['o.id', 'o.name', 't.type as tariff_type', 't.name as tariff', 'o.active', 'o.trusted', 'o.starts_at', 'o.expires_at'])
    .select('l.id as logo_id')
    .select(sql<number>`(select count(*)::int from admin.account a where a.organisation_id = o.id)`.as('users'))
    .orderBy(sort === undefined ? ACTIVE_FIRST : sortOrder(sort, SORTS))
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    count,
    results: results.map(({ logo_id, ...one }) => ({
      ...one,
      logo: logo_id === null ? null : addressOfLogo(logo_id),
      starts_at: one.starts_at.toISOString(),
      expires_at: one.expires_at.toISOString(),
    })),
  };
}
