import { type AnswerOf, type InputOf, type internalDeletedOrganisations, REMAINS_COUNTED_MAX } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** What admin itself holds of an organisation goes in the transaction that deletes it; the count shows that it did. */
const PEOPLE = sql<number>`(select count(*)::int from (
  select organisation_id from admin.account where organisation_id = o.id
  union all select organisation_id from admin.service_account where organisation_id = o.id
  union all select organisation_id from admin.proxy where organisation_id = o.id
  union all select organisation_id from admin.webhook where organisation_id = o.id
  union all select organisation_id from admin.recipient where organisation_id = o.id
  union all select organisation_id from admin.notification where organisation_id = o.id
  limit ${REMAINS_COUNTED_MAX}) p)`;

/** A page of the deleted organisations, the last one first, with who deleted each as the audit trail says. */
export async function deletedOrganisations(
  em: SqlEntityManager,
  { limit, offset }: InputOf<typeof internalDeletedOrganisations>['query'],
): Promise<AnswerOf<typeof internalDeletedOrganisations>> {
  const deleted = tables(em).selectFrom('admin.organisation as o').where('o.deleted_at', 'is not', null);
  const { count } = await deleted.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const results = await deleted
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('admin.audit as r')
          .leftJoin('admin.account as a', 'a.id', 'r.account_id')
          .select(['a.email', sql<string | null>`r.detail ->> 'cascade'`.as('cascade')])
          .whereRef('r.organisation_id', '=', 'o.id')
          .where('r.kind', '=', 'organisation_deleted')
          .orderBy('r.id', 'desc')
          .limit(1)
          .as('by'),
      (join) => join.onTrue(),
    )
    .select(['o.id', 'o.name', 'o.version', 'o.deleted_at', 'by.email', 'by.cascade', PEOPLE.as('people')])
    .orderBy('o.deleted_at', 'desc')
    .orderBy('o.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    count,
    results: results.map(({ id, name, version, deleted_at, email, cascade, people }) => ({
      id,
      name,
      version,
      deleted_at: (deleted_at ?? new Date(0)).toISOString(),
      by: email,
      cascade: cascade === 'true',
      people: { part: 'people', open: false, left: people, until: null },
    })),
  };
}
