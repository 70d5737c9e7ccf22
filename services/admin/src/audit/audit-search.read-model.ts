import type { AnswerOf, AuditFilters, AuditRecord, searchAudit } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/**
 * Records that a search for a text reads for one page. No index finds a part of a text, so a page looks this far back at most (some 50 ms)
 * and says how far it looked.
 */
export const SCANNED_FOR_TEXT = 30_000;
/** No transaction that writes a record lasts so long: `created` and `id` follow each other that closely. */
const SLACK = sql`interval '1 hour'`;

export interface AuditPage extends AuditFilters {
  readonly limit: number;
  readonly before?: string | undefined;
}

const base = (em: SqlEntityManager) => tables(em).selectFrom('admin.audit as t');
type Query = ReturnType<typeof base>;

/** By the index of time, the ids between which the records of a period are. */
const idAt = (em: SqlEntityManager, at: string, side: 'before' | 'after') => {
  const ids = tables(em).selectFrom('admin.audit').select('id').limit(1);
  return side === 'before'
    ? ids.where('created', '<=', sql<Date>`${at}::timestamptz - ${SLACK}`).orderBy('created', 'desc')
    : ids.where('created', '>=', sql<Date>`${at}::timestamptz + ${SLACK}`).orderBy('created');
};

async function periodOf(em: SqlEntityManager, { from, to, before }: AuditPage): Promise<{ above: string; below: string | null }> {
  const above = from === undefined ? undefined : await idAt(em, from, 'before').executeTakeFirst();
  const below = to === undefined ? undefined : await idAt(em, to, 'after').executeTakeFirst();
  const bounds = [before, below?.id].filter((id) => id !== undefined).map(BigInt);
  const lowest = bounds.toSorted((one, other) => (one < other ? -1 : 1))[0];
  return { above: above?.id ?? '0', below: lowest === undefined ? null : String(lowest) };
}

/** The accounts that the filter names: by e-mail, or by id, also of a deleted account. */
async function accountOf(em: SqlEntityManager, person: string): Promise<string | null> {
  const byEmail = await tables(em).selectFrom('admin.account').select('id').where('email', '=', person).executeTakeFirst();
  return byEmail?.id ?? (UUID.test(person) ? person : null);
}
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function filtered(query: Query, { organisation, kind, from, to, text }: AuditPage): Query {
  let found = query;
  if (organisation !== undefined) found = found.where('t.organisation_id', '=', organisation);
  if (kind !== undefined) found = found.where('t.kind', '=', kind);
  if (from !== undefined) found = found.where('t.created', '>=', sql<Date>`${from}::timestamptz`);
  if (to !== undefined) found = found.where('t.created', '<=', sql<Date>`${to}::timestamptz`);
  if (text !== undefined)
    found = found.where(
      sql<boolean>`strpos(lower(concat_ws(' ', t.ip, t.user_agent, t.detail::text, t.changes::text)), lower(${text})) > 0`,
    );
  return found;
}

const read = (query: Query, limit: number) =>
  query
    .leftJoin('admin.account as a', 'a.id', 't.account_id')
    .leftJoin('admin.account as b', 'b.id', 't.actor_id')
    .leftJoin('admin.organisation as o', 'o.id', 't.organisation_id')
    .select([
      't.id',
      't.created',
      't.kind',
      't.account_id',
      't.actor_id',
      't.organisation_id',
      't.ip',
      't.user_agent',
      't.detail',
      't.changes',
    ])
    .select(['a.email as account_email', 'b.email as actor_email', 'o.name as organisation_name'])
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute();
type Row = Awaited<ReturnType<typeof read>>[number];

const newestFirst = (one: Row, other: Row): number => (BigInt(one.id) < BigInt(other.id) ? 1 : -1);

/** Records about a person, and of what the person did: each by its index. */
async function readPerson(query: Query, account: string, limit: number): Promise<Row[]> {
  const [about, by] = [
    await read(query.where('t.account_id', '=', account), limit),
    await read(query.where('t.actor_id', '=', account), limit),
  ];
  const rows = new Map([...about, ...by].map((row) => [row.id, row]));
  return [...rows.values()].toSorted(newestFirst).slice(0, limit);
}

/** The oldest id that a page with a text looks at. */
async function textFloor(em: SqlEntityManager, below: string | null): Promise<bigint> {
  const newest = below ?? (await base(em).select('t.id').orderBy('t.id', 'desc').limit(1).executeTakeFirst())?.id ?? '0';
  return BigInt(newest) - BigInt(SCANNED_FOR_TEXT);
}

/** A page of the audit trail, newest first. */
export async function auditPage(em: SqlEntityManager, page: AuditPage): Promise<AnswerOf<typeof searchAudit>> {
  const { limit, person, text } = page;
  const { above, below } = await periodOf(em, page);
  const account = person === undefined ? undefined : await accountOf(em, person);
  if (account === null) return { results: [], next: null, searched_to: null };
  const floor = text === undefined ? 0n : await textFloor(em, below);
  const lowest = floor > BigInt(above) ? String(floor) : above;
  let query = filtered(base(em), page).where('t.id', '>', lowest);
  if (below !== null) query = query.where('t.id', '<', below);
  const rows = account === undefined ? await read(query, limit + 1) : await readPerson(query, account, limit + 1);
  const results = rows.slice(0, limit).map(toRecord);
  if (rows.length > limit) return { results, next: results.at(-1)?.id ?? null, searched_to: null };
  // The bound of the text ended the search before the period or the trail did.
  const last =
    floor > BigInt(above)
      ? await base(em).select(['t.id', 't.created']).where('t.id', '<=', lowest).orderBy('t.id', 'desc').limit(1).executeTakeFirst()
      : undefined;
  if (last === undefined) return { results, next: null, searched_to: null };
  return { results, next: String(BigInt(last.id) + 1n), searched_to: last.created.toISOString() };
}

function toRecord({
  created,
  account_id,
  actor_id,
  organisation_id,
  ip,
  account_email,
  actor_email,
  organisation_name,
  changes,
  ...row
}: Row): AuditRecord {
  const person = (id: string | null | undefined, email: string | null) => (id === null || id === undefined ? null : { id, email });
  return {
    ...row,
    created: created.toISOString(),
    account: person(account_id, account_email),
    actor: person(actor_id, actor_email),
    organisation: organisation_id === null || organisation_id === undefined ? null : { id: organisation_id, name: organisation_name },
    ip_address: ip,
    changes: [...changes],
  };
}
