import { type Caller, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { AuditKind } from '@leakwatch/vocabulary';

export interface AuditEntry {
  readonly kind: AuditKind;
  /** Whose record it is; null where a sign-in named nobody. */
  readonly account: string | null;
  /** Who did it, when it was not the account's owner; null where nobody was signed in. */
  readonly actor?: string | null;
  /** When it is about another organisation than the account's own; null for all of them. */
  readonly organisation?: string | null;
  readonly from: Pick<Caller, 'address' | 'user_agent'>;
  /** Ids and names that say more. Stored in clear and for ever: never a secret, never what somebody typed. */
  readonly detail?: Readonly<Record<string, string>>;
}

/** Adds to the audit trail, in the transaction of what it tells of. Without `organisation` it is the account's of now. */
export async function recordAudit(em: SqlEntityManager, entry: AuditEntry): Promise<void> {
  const { kind, account, from, detail = {} } = entry;
  const actor = entry.actor === undefined ? account : entry.actor;
  const organisation =
    entry.organisation === undefined
      ? sql`(select organisation_id from admin.account where id = ${account}::uuid)`
      : sql`${entry.organisation}::uuid`;
  await rows(
    em,
    sql`insert into admin.audit (kind, account_id, organisation_id, actor_id, ip, user_agent, detail)
        values (${kind}, ${account}::uuid, ${organisation}, ${actor}::uuid, ${from.address}, ${from.user_agent}, ${JSON.stringify(detail)}::jsonb)`,
  );
}
