import { type Caller, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { AuditKind } from '@leakwatch/vocabulary';
import type { AuditChange } from './audit-changes.domain.ts';
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
  /** Old and new values of what staff wrote; secrets are hidden. */
  readonly changes?: readonly AuditChange[];
}

/** Adds a record to the audit trail, in the transaction of what it is about. Its organisation is by default that of the account. */
export const recordAudit = (em: SqlEntityManager, entry: AuditEntry): Promise<void> => recordAll(em, [entry]);

/** Of one statement, which takes 65,535 parameters at the most. */
const RECORDS_AT_ONCE = 1_000;

/** As `recordAudit`, for any number of records. */
export async function recordAll(em: SqlEntityManager, entries: readonly AuditEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += RECORDS_AT_ONCE) await insert(em, entries.slice(at, at + RECORDS_AT_ONCE));
}

async function insert(em: SqlEntityManager, entries: readonly AuditEntry[]): Promise<void> {
  await tables(em)
    .insertInto('admin.audit')
    .values(
      entries.map(({ kind, account, actor = account, organisation, from, detail = {}, changes = [] }) => ({
        kind,
        account_id: account,
        organisation_id:
          organisation === undefined
            ? sql<string | null>`(select organisation_id from admin.account where id = ${account}::uuid)`
            : organisation,
        actor_id: actor,
        ip: from.address,
        user_agent: from.user_agent,
        detail,
        // The driver would write an array as one of PostgreSQL.
        changes: sql<readonly AuditChange[]>`${JSON.stringify(changes)}::jsonb`,
      })),
    )
    .execute();
}
