import { Conflict, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { AuditKind } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

/** What people edit in a dialog: the record that a change leaves, and where the record has the id of the thing. */
interface Edited {
  readonly changed: AuditKind;
  readonly id: 'account_id' | 'organisation_id' | { readonly detail: string };
}

export const EDITED = {
  tariff: { changed: 'tariff_changed', id: { detail: 'tariff' } },
  organisation: { changed: 'organisation_changed', id: 'organisation_id' },
  account: { changed: 'account_changed', id: 'account_id' },
  proxy: { changed: 'proxy_changed', id: { detail: 'proxy' } },
  service_account: { changed: 'service_account_changed', id: { detail: 'service_account' } },
  keyword_set: { changed: 'keyword_set_changed', id: { detail: 'keyword_set' } },
  webhook: { changed: 'webhook_changed', id: { detail: 'webhook' } },
  regex_template: { changed: 'regex_template_changed', id: { detail: 'regex_template' } },
} as const satisfies Record<string, Edited>;

/** Records of the kind that are looked at: a form is open for minutes, so the change is among the newest. */
const RECORDS_SEEN = 5000;
/** Changes that the refusal names together. */
const CHANGES_NAMED = 10;

/** The part of a record's detail by which a refusal finds the change. */
export type VersionDetail = { readonly version?: string };
export const versionDetail = (after: { readonly version: number } | undefined): VersionDetail =>
  after === undefined ? {} : { version: String(after.version) };

/**
 * For a locked row: refuses a change by someone who saw another version, since what came after was not seen. Without `seen` everything is
 * allowed. @throws Conflict changed_meanwhile, with `version` and, where the audit trail has it, `by`, `at` and `fields`
 */
export async function requireSeen(em: SqlEntityManager, of: Edited, id: string, current: number, seen: number | undefined): Promise<void> {
  if (seen === undefined || seen === current) return;
  throw new Conflict('changed_meanwhile', { version: current, ...(await changesAfter(em, of, id, seen)) });
}

async function changesAfter(em: SqlEntityManager, of: Edited, id: string, seen: number): Promise<Record<string, string>> {
  const records = await tables(em)
    .selectFrom((from) =>
      from
        .selectFrom('admin.audit')
        .select(['id', 'actor_id', 'created', 'changes', 'detail', 'account_id', 'organisation_id'])
        .where('kind', '=', of.changed)
        .orderBy('id', 'desc')
        .limit(RECORDS_SEEN)
        .as('r'),
    )
    .leftJoin('admin.account as a', 'a.id', 'r.actor_id')
    .select(['r.created', 'r.changes', 'a.email'])
    .where(
      typeof of.id === 'string' ? sql<boolean>`${sql.ref(`r.${of.id}`)} = ${id}::uuid` : sql<boolean>`r.detail ->> ${of.id.detail} = ${id}`,
    )
    .where(sql<boolean>`(r.detail ->> 'version')::int > ${seen}`)
    .orderBy('r.id', 'desc')
    .limit(CHANGES_NAMED)
    .execute();
  const [last] = records;
  if (last === undefined) return {};
  const by = [...new Set(records.flatMap(({ email }) => email ?? []))].toSorted();
  const fields = [...new Set(records.flatMap(({ changes }) => changes.map(({ field }) => field)))].toSorted();
  return { by: by.join(', '), at: last.created.toISOString(), fields: fields.join(',') };
}
