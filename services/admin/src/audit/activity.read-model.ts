import type { AnswerOf, listActivity, listUserActivity } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { auditKinds, SUPPORT_KINDS, SUPPORT_NAME } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const OWN = auditKinds('own');
const COMPANY = auditKinds('company');
const isSupport = sql<boolean>`t.kind in (${sql.join([...SUPPORT_KINDS])})`;

/** Hides the address and program of a record of which another person was the actor. */
const unlessOther = (column: 'ip' | 'user_agent') =>
  sql<string>`case when actor_id is not null and actor_id <> account_id then '' else ${sql.ref(column)} end`;

/** The records of one account, newest first. */
export async function ownActivity(em: SqlEntityManager, account: string, { limit, offset }: Page): Promise<AnswerOf<typeof listActivity>> {
  const records = tables(em).selectFrom('admin.audit').where('account_id', '=', account).where('kind', 'in', OWN);
  const { count } = await records.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const found = await records
    .select(['created', unlessOther('ip').as('ip_address'), unlessOther('user_agent').as('user_agent'), 'kind'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results: found.map((one) => ({ ...one, created: one.created.toISOString() })) };
}

/**
 * The records of the users that the transaction's scope may see, newest first. A record belongs to the organisation that
 * its account had at the time, and is shown as long as the account exists. What staff did in the organisation's name is the support's.
 */
export async function userActivity(em: SqlEntityManager, { limit, offset }: Page): Promise<AnswerOf<typeof listUserActivity>> {
  const records = tables(em)
    .selectFrom('admin.audit as t')
    .leftJoin('admin.account as a', 'a.id', 't.account_id')
    .leftJoin('admin.organisation as o', 'o.id', 't.organisation_id')
    .where('t.kind', 'in', COMPANY)
    .where((where) => where.or([where('a.id', 'is not', null), where('t.kind', 'in', SUPPORT_KINDS)]));
  const { count } = await records.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const user = sql<string>`case when ${isSupport} then ${SUPPORT_NAME} else a.username end`;
  const found = await records
    .select(['t.id', user.as('user'), 'o.name as company', 't.kind as description', 't.created'])
    .orderBy('t.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, results: found.map((one) => ({ ...one, created: one.created.toISOString() })) };
}
