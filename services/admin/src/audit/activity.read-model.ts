import type { AnswerOf, listActivity, listUserActivity } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { type AuditKind, auditKinds } from '@leakwatch/vocabulary';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

const OWN = auditKinds('own');
const COMPANY = auditKinds('company');

/** What somebody else did stands without where they sit. */
const OTHERS = sql`actor_id is not null and actor_id <> account_id`;

/** The records of one account, newest first. */
export async function ownActivity(em: SqlEntityManager, account: string, { limit, offset }: Page): Promise<AnswerOf<typeof listActivity>> {
  const where = sql`account_id = ${account} and kind = any(${OWN}::text[])`;
  const counted = await row(em, sql<{ count: number }>`select count(*)::int as count from admin.audit where ${where}`);
  const found = await rows(
    em,
    sql<{ created: Date; ip_address: string; user_agent: string; kind: AuditKind }>`
      select created, case when ${OTHERS} then '' else ip end as ip_address,
        case when ${OTHERS} then '' else user_agent end as user_agent, kind from admin.audit where ${where}
      order by id desc limit ${limit} offset ${offset}`,
  );
  return { count: counted?.count ?? 0, results: found.map((one) => ({ ...one, created: one.created.toISOString() })) };
}

/**
 * What people did, newest first: those whom the transaction's scope may see. A record counts for the organisation in
 * which its account was then, and shows while the account is there.
 */
export async function userActivity(em: SqlEntityManager, { limit, offset }: Page): Promise<AnswerOf<typeof listUserActivity>> {
  const from = sql`admin.audit t join admin.account a on a.id = t.account_id
    left join admin.organisation o on o.id = t.organisation_id where t.kind = any(${COMPANY}::text[])`;
  const counted = await row(em, sql<{ count: number }>`select count(*)::int as count from ${from}`);
  const found = await rows(
    em,
    sql<{ id: string; user: string; company: string | null; description: AuditKind; created: Date }>`
      select t.id::text as id, a.username as "user", o.name as company, t.kind as description, t.created from ${from}
      order by t.id desc limit ${limit} offset ${offset}`,
  );
  return { count: counted?.count ?? 0, results: found.map((one) => ({ ...one, created: one.created.toISOString() })) };
}
