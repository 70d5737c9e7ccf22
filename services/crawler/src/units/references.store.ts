import { createHash } from 'node:crypto';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { z } from 'zod';
import { tables } from '../entities.ts';
import type { Reference } from '../sources/unit-source.port.ts';
import type { LeasedUnit } from './unit.store.ts';

/** A fetch that never ends does not keep others from the document for longer. */
const CLAIM_SECONDS = 120;
/** A document that another unit reads is looked at again after this time. */
const CLAIMED_RETRY_SECONDS = 1;

/** Identifies a document in the ledger. */
export const documentId = (unit: Pick<LeasedUnit, 'source' | 'organisation'>, key: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([unit.source, unit.organisation ?? '', key]))
    .digest();

const container = z.object({ key: z.string(), title: z.string(), url: z.string(), owner: z.string() });

/** A document that waits to be fetched. */
export interface WaitingReference extends Reference {
  readonly position: string;
  readonly documentId: Buffer;
  readonly tries: number;
  /** The version that the ledger has, and the number of the watched patterns that it met; null for none. */
  readonly known: { readonly version: string; readonly matched: bigint } | null;
}

/** PostgreSQL's text cannot contain NUL. */
const storable = (value: unknown): string => JSON.stringify(value).replaceAll('\\u0000', '\\ufffd');

/**
 * Stores the references of an answer that must be read: those that the ledger does not have in their version, or that have not met a pattern
 * for which the unit was asked. Returns how many of the others are read already, and why the rest of them could not be.
 */
export async function addReferences(em: SqlEntityManager, unit: LeasedUnit, references: readonly Reference[]): Promise<KnownDocuments> {
  if (references.length === 0) return { read: 0, unread: {} };
  const once = [...new Map(references.map((reference) => [reference.key, reference])).values()];
  const named = storable(
    once.map(({ key, version, container: from, hint }, n) => ({
      n,
      id: documentId(unit, key).toString('hex'),
      key,
      version,
      container: from,
      hint,
    })),
  );
  const values = sql`jsonb_to_recordset(${named}::jsonb) as r (n int, id text, key text, version text, container jsonb, hint jsonb)`;
  // A day is exact enough, and most answers of a day then change no row.
  await rows(
    em,
    sql`update crawler.document d set seen_on = current_date from ${values}
        where d.id = decode(r.id, 'hex') and d.seen_on < current_date`,
  );
  const added = await rows(
    em,
    sql<{ id: string }>`insert into crawler.reference as known (unit_id, organisation_id, document_id, key, version, container, hint)
        select ${unit.id}::uuid, ${unit.organisation}::uuid, decode(r.id, 'hex'), r.key, r.version, r.container, r.hint
        from ${values} left join crawler.document d on d.id = decode(r.id, 'hex')
        where d.matched_version is null or d.version is distinct from r.version
          -- A stream has no pattern for which it was asked: what it named before a pattern was added is not read again.
          or d.matched_version < (select coalesce(max(s.added) filter (where s.pattern_ids is not null), 0)
            from crawler.subscription s where s.unit_id = ${unit.id}::uuid)
        order by r.n
        on conflict (unit_id, document_id) do update
          set key = excluded.key, version = excluded.version, container = excluded.container, hint = excluded.hint, next_at = now(),
            given_up_at = null, tries = case when known.version = excluded.version then known.tries else 0 end
        returning encode(document_id, 'hex') as id`,
  );
  const waiting = added.map(({ id }) => id);
  const unread = await rows(
    em,
    sql<{ reason: string; documents: number }>`
      select d.unread as reason, count(*)::int as documents from ${values} join crawler.document d on d.id = decode(r.id, 'hex')
      where d.unread is not null and r.id <> all (${waiting}::text[]) group by d.unread`,
  );
  const known = { unread: Object.fromEntries(unread.map(({ reason, documents }) => [reason, documents])) };
  return { ...known, read: references.length - added.length - sumOf(known.unread) };
}

/** Documents that the ledger has: read ones, and by reason those that could not be read. */
export interface KnownDocuments {
  readonly read: number;
  readonly unread: Readonly<Record<string, number>>;
}

const sumOf = (byReason: KnownDocuments['unread']): number => Object.values(byReason).reduce((sum, documents) => sum + documents, 0);

/**
 * Documents that an earlier pass gave up and that no answer of this one named, as a stream names a document once: they are tried again.
 * Returns how many.
 */
export async function carryReferences(em: SqlEntityManager, { id, epoch }: LeasedUnit): Promise<number> {
  const carried = await rows(
    em,
    sql`with leased as (select id, pass_began_at from crawler.unit where id = ${id} and lease_epoch = ${epoch} for update)
        update crawler.reference r set given_up_at = null, next_at = now() from leased u
        where r.unit_id = u.id and r.given_up_at < u.pass_began_at returning 1`,
  );
  return carried.length;
}

/** Leaves a document to the next pass. */
export async function giveUp(em: SqlEntityManager, unit: LeasedUnit, positions: readonly string[]): Promise<void> {
  if (positions.length === 0) return;
  await tables(em)
    .updateTable('crawler.reference')
    .set({ tries: sql`tries + 1`, given_up_at: sql`now()` })
    .where('unit_id', '=', unit.id)
    .where('position', 'in', [...positions])
    .execute();
}

export const countReferences = async (em: SqlEntityManager, unit: string): Promise<{ waiting: number; due: number }> => {
  const [found] = await rows(
    em,
    sql<{ waiting: number; due: number }>`
      select count(*)::int as waiting, (count(*) filter (where next_at <= now()))::int as due from crawler.reference
      where unit_id = ${unit} and given_up_at is null`,
  );
  return found ?? { waiting: 0, due: 0 };
};

export interface ClaimedReferences {
  readonly claimed: readonly WaitingReference[];
  /** Documents that another unit has read in the meantime, or could not read. */
  readonly known: KnownDocuments;
}

interface Row {
  position: string;
  document_id: Buffer;
  key: string;
  version: string;
  container: unknown;
  hint: unknown;
  tries: number;
  known_version: string | null;
  matched_version: string | null;
  unread: string | null;
  is_read: boolean;
}

/** Takes up to `limit` documents to be fetched, so that no other unit fetches them. The caller holds the unit's lease. */
export async function claimReferences(em: SqlEntityManager, unit: LeasedUnit, limit: number): Promise<ClaimedReferences> {
  const found = await rows(
    em,
    sql<Row>`
      select r.position::text, r.document_id, r.key, r.version, r.container, r.hint, r.tries,
        d.version as known_version, d.matched_version::text as matched_version, d.unread,
        coalesce(d.version = r.version and d.matched_version >= (select coalesce(max(s.added) filter (where s.pattern_ids is not null), 0)
          from crawler.subscription s where s.unit_id = r.unit_id), false) as is_read
      from crawler.reference r left join crawler.document d on d.id = r.document_id
      where r.unit_id = ${unit.id} and r.next_at <= now() and r.given_up_at is null order by r.position limit ${limit}`,
  );
  const ended = found.filter((one) => one.is_read);
  await deleteReferences(
    em,
    unit,
    ended.map((one) => one.position),
  );
  const known = knownOf(ended);
  const wanted = found.filter((one) => !one.is_read);
  if (wanted.length === 0) return { claimed: [], known };
  const ids = wanted.map((one) => one.document_id.toString('hex')).sort();
  const claimed = await rows(
    em,
    sql<{ id: string }>`
      insert into crawler.document as known (id, organisation_id, source_type, claimed_by, claimed_until)
      select decode(i.id, 'hex'), ${unit.organisation}::uuid, ${unit.source}, ${unit.id}::uuid, now() + make_interval(secs => ${CLAIM_SECONDS})
      from unnest(${ids}::text[]) as i (id)
      on conflict (id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
        where known.claimed_until is null or known.claimed_until < now() or known.claimed_by = excluded.claimed_by
      returning encode(id, 'hex') as id`,
  );
  const mine = new Set(claimed.map(({ id }) => id));
  const others = wanted.filter((one) => !mine.has(one.document_id.toString('hex')));
  await postpone(
    em,
    unit,
    others.map((one) => one.position),
    CLAIMED_RETRY_SECONDS,
  );
  return {
    known,
    claimed: wanted
      .filter((one) => mine.has(one.document_id.toString('hex')))
      .map((one) => ({
        position: one.position,
        documentId: one.document_id,
        key: one.key,
        version: one.version,
        container: container.parse(one.container),
        hint: one.hint,
        tries: one.tries,
        known:
          one.known_version === null || one.matched_version === null
            ? null
            : { version: one.known_version, matched: BigInt(one.matched_version) },
      })),
  };
}

function knownOf(ended: readonly Row[]): KnownDocuments {
  const unread: Record<string, number> = {};
  for (const { unread: reason } of ended) if (reason !== null) unread[reason] = (unread[reason] ?? 0) + 1;
  return { unread, read: ended.length - sumOf(unread) };
}

/** Looks at references again after a pause. */
export async function postpone(em: SqlEntityManager, unit: LeasedUnit, positions: readonly string[], seconds: number): Promise<void> {
  if (positions.length === 0) return;
  await tables(em)
    .updateTable('crawler.reference')
    .set({ next_at: sql`now() + make_interval(secs => ${seconds})` })
    .where('unit_id', '=', unit.id)
    .where('position', 'in', [...positions])
    .execute();
}

/** A fetch failed; it is tried again after a pause. */
export async function retryReference(em: SqlEntityManager, unit: LeasedUnit, position: string, seconds: number): Promise<void> {
  await tables(em)
    .updateTable('crawler.reference')
    .set({ tries: sql`tries + 1`, next_at: sql`now() + make_interval(secs => ${seconds})` })
    .where('unit_id', '=', unit.id)
    .where('position', '=', position)
    .execute();
}

export async function deleteReferences(em: SqlEntityManager, unit: LeasedUnit, positions: readonly string[]): Promise<void> {
  if (positions.length === 0) return;
  await tables(em)
    .deleteFrom('crawler.reference')
    .where('unit_id', '=', unit.id)
    .where('position', 'in', [...positions])
    .execute();
}

export interface ReadDocument {
  readonly documentId: Buffer;
  readonly version: string;
  /** null when every part was read. */
  readonly unread: string | null;
}

/** Records in the ledger that documents met the patterns up to `version`, and ends the claims on them. */
export async function recordRead(em: SqlEntityManager, documents: readonly ReadDocument[], version: bigint): Promise<void> {
  if (documents.length === 0) return;
  const values = storable(documents.map((one) => ({ id: one.documentId.toString('hex'), version: one.version, unread: one.unread })));
  await rows(
    em,
    sql`update crawler.document d set version = r.version, matched_version = ${String(version)}::bigint, unread = r.unread,
          claimed_by = null, claimed_until = null, seen_on = current_date
        from jsonb_to_recordset(${values}::jsonb) as r (id text, version text, unread text) where d.id = decode(r.id, 'hex')`,
  );
}

/** Ends claims on documents that were not read. */
export async function unclaim(em: SqlEntityManager, unit: LeasedUnit, documents: readonly Buffer[]): Promise<void> {
  if (documents.length === 0) return;
  await rows(
    em,
    sql`update crawler.document set claimed_by = null, claimed_until = null
        where claimed_by = ${unit.id} and id = any (select decode(i, 'hex') from unnest(${documents.map((id) => id.toString('hex'))}::text[]) as i)`,
  );
}

/** The next step of the unit follows when one of its references is due. */
export async function waitForReferences(em: SqlEntityManager, { id, epoch }: LeasedUnit): Promise<void> {
  await rows(
    em,
    sql`update crawler.unit set next_at = coalesce((select min(r.next_at) from crawler.reference r
          where r.unit_id = ${id} and r.given_up_at is null), now())
        where id = ${id} and lease_epoch = ${epoch}`,
  );
}
