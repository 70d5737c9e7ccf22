import { rows, type SqlEntityManager, sql, storableJson } from '@leakwatch/platform';
import { z } from 'zod';
import type { Reference } from '../sources/unit-source.port.ts';
import { deleteReferences, type KnownDocuments, postpone, sumOf } from './references.store.ts';
import type { LeasedUnit } from './unit.store.ts';

/** A fetch that never ends does not keep others from the document for longer. */
const CLAIM_SECONDS = 120;
/** A document that another unit reads is looked at again after this time. */
const CLAIMED_RETRY_SECONDS = 1;

const container = z.object({ key: z.string(), title: z.string(), url: z.string(), owner: z.string() });

/** A document that waits to be fetched. */
export interface WaitingReference extends Reference {
  readonly position: string;
  readonly documentId: Buffer;
  readonly tries: number;
  /** How often the processes that read it were ended from outside. */
  readonly interruptions: number;
  /** The version that the ledger has, and the number of the watched patterns that it met; null for none, and where a part of it could not be read. */
  readonly known: { readonly version: string; readonly matched: bigint } | null;
}

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
  interruptions: number;
  known_version: string | null;
  matched_version: string | null;
  unread: string | null;
  /** The highest number of the patterns for which the unit is asked. */
  asked: string;
}

/** What the ledger has of a document that was claimed. */
interface Claimed {
  id: string;
  version: string | null;
  matched_version: string | null;
  unread: string | null;
}

const isRead = ({ version, asked }: Row, known: Pick<Claimed, 'version' | 'matched_version'>): boolean =>
  known.version === version && known.matched_version !== null && BigInt(known.matched_version) >= BigInt(asked);

/** Takes up to `limit` documents to be fetched, so that no other unit fetches them. The caller holds the unit's lease. */
export async function claimReferences(em: SqlEntityManager, unit: LeasedUnit, limit: number): Promise<ClaimedReferences> {
  const found = await rows(
    em,
    sql<Row>`
      select r.position::text, r.document_id, r.key, r.version, r.container, r.hint, r.tries, r.interruptions,
        d.version as known_version, d.matched_version::text as matched_version, d.unread,
        (select coalesce(max(s.added) filter (where s.pattern_ids is not null), 0)
          from crawler.subscription s where s.unit_id = r.unit_id)::text as asked
      from crawler.reference r left join crawler.document d on d.id = r.document_id
      where r.unit_id = ${unit.id} and r.next_at <= now() and r.given_up_at is null order by r.position limit ${limit}`,
  );
  const ledgerOf = ({ known_version: version, matched_version }: Row) => ({ version, matched_version });
  const ended = found.filter((one) => isRead(one, ledgerOf(one)));
  const wanted = found.filter((one) => !ended.includes(one));
  const ids = wanted.map(hexOf).sort();
  const claimed =
    ids.length === 0
      ? []
      : await rows(
          em,
          sql<Claimed>`
            insert into crawler.document as known (id, organisation_id, source_type, claimed_by, claimed_until)
            select decode(i.id, 'hex'), ${unit.organisation}::uuid, ${unit.source}, ${unit.id}::uuid, now() + make_interval(secs => ${CLAIM_SECONDS})
            from unnest(${ids}::text[]) as i (id)
            on conflict (id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
              where known.claimed_until is null or known.claimed_until < now() or known.claimed_by = excluded.claimed_by
            returning encode(id, 'hex') as id, version, matched_version::text, unread`,
        );
  const ledger = new Map(claimed.map((one) => [one.id, one]));
  const mine = wanted.flatMap((one) => {
    const now = ledger.get(hexOf(one));
    return now === undefined ? [] : [{ ...one, known_version: now.version, matched_version: now.matched_version, unread: now.unread }];
  });
  // Another unit may have read it between the two statements.
  const late = mine.filter((one) => isRead(one, ledgerOf(one)));
  await unclaim(
    em,
    unit,
    late.map((one) => one.document_id),
  );
  await deleteReferences(
    em,
    unit,
    [...ended, ...late].map((one) => one.position),
  );
  await postpone(
    em,
    unit,
    wanted.filter((one) => !ledger.has(hexOf(one))).map((one) => one.position),
    CLAIMED_RETRY_SECONDS,
  );
  return { known: knownOf([...ended, ...late]), claimed: mine.filter((one) => !late.includes(one)).map(waitingOf) };
}

const hexOf = (one: Row): string => one.document_id.toString('hex');

const waitingOf = (one: Row): WaitingReference => ({
  position: one.position,
  documentId: one.document_id,
  key: one.key,
  version: one.version,
  container: container.parse(one.container),
  hint: one.hint,
  tries: one.tries,
  interruptions: one.interruptions,
  known:
    one.known_version === null || one.matched_version === null || one.unread !== null
      ? null
      : { version: one.known_version, matched: BigInt(one.matched_version) },
});

function knownOf(ended: readonly Row[]): KnownDocuments {
  const unread: Record<string, number> = {};
  for (const { unread: reason } of ended) if (reason !== null) unread[reason] = (unread[reason] ?? 0) + 1;
  return { unread, read: ended.length - sumOf(unread) };
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
  const values = storableJson(documents.map((one) => ({ id: one.documentId.toString('hex'), version: one.version, unread: one.unread })));
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
