import { type Caller, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { AuditKind } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

export interface AuditEntry {
  readonly kind: AuditKind;
  /** The account that the record is about; null for a sign-in that named none. */
  readonly account: string | null;
  /** Who did it, when it was not the account's owner; null where nobody was signed in. */
  readonly actor?: string | null;
  /** When it is about another organisation than the account's own; null for all organisations. */
  readonly organisation?: string | null;
  readonly from: Pick<Caller, 'address' | 'user_agent'>;
  /** Further ids and names. They are stored in clear and for ever: never a secret, and never what a person typed. */
  readonly detail?: Readonly<Record<string, string>>;
}

/** Adds a record to the audit trail, in the transaction of what it is about. Its organisation is by default that of the account. */
export async function recordAudit(em: SqlEntityManager, entry: AuditEntry): Promise<void> {
  const { kind, account, from, detail = {} } = entry;
  await tables(em)
    .insertInto('admin.audit')
    .values({
      kind,
      account_id: account,
      organisation_id:
        entry.organisation === undefined
          ? sql<string | null>`(select organisation_id from admin.account where id = ${account}::uuid)`
          : entry.organisation,
      actor_id: entry.actor === undefined ? account : entry.actor,
      ip: from.address,
      user_agent: from.user_agent,
      detail,
    })
    .execute();
}
