import { createHash } from 'node:crypto';
import { type RowOf, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../../entities.ts';
import type { BlobEntity } from './blob.entity.ts';
import type { BlobIntroduction } from './introduction-parser.ts';

type Blob = RowOf<typeof BlobEntity>;
export type LedgerBlob = Pick<Blob, 'ordinal' | 'name' | 'path' | 'commit_id' | 'author' | 'committed_at'> & { readonly oid: string };

/** Of a mirror's blobs. */
export interface LedgerCounts {
  readonly total: number;
  readonly unread: number;
}

/** File systems allow 255 bytes. The name is part of the primary key, whose entries hold 2,704. */
const NAME_MAX = 500;

/** The name of the file in lower case, by which patterns find it; of a longer one the beginning and a hash, so that different names stay different. */
function baseName(path: string): string {
  const name = (path.split('/').at(-1) ?? path).toLowerCase();
  return name.length <= NAME_MAX ? name : `${name.slice(0, NAME_MAX)}#${createHash('sha256').update(name).digest('hex')}`;
}

const asHex = (introduction: BlobIntroduction) => ({
  oid: introduction.oid,
  path: introduction.path ?? '',
  name: baseName(introduction.path ?? ''),
  commit_id: introduction.commit ?? null,
  author: introduction.author === undefined ? null : `${introduction.author.name} <${introduction.author.email}>`,
  committed_at: introduction.date?.toISOString() ?? null,
});

/** PostgreSQL's text cannot contain NUL; names of authors can. */
const storable = (value: unknown): string => JSON.stringify(value).replaceAll('\\u0000', '\\ufffd');

/**
 * Adds introductions in their order. A known blob keeps its first introduction; an introduction under another file name is
 * added as a row of that name.
 */
export async function addToLedger(
  em: SqlEntityManager,
  mirror: { readonly id: string; readonly organisation_id: string | null },
  introductions: readonly BlobIntroduction[],
): Promise<void> {
  const values = sql`jsonb_to_recordset(${storable(introductions.map((entry, n) => ({ n, ...asHex(entry) })))}::jsonb)
    as i (n int, oid text, path text, name text, commit_id text, author text, committed_at timestamptz)`;
  await rows(
    em,
    sql`with added as (
          insert into crawler.blob (mirror_id, organisation_id, oid, name, path, commit_id, author, committed_at)
          select ${mirror.id}::uuid, ${mirror.organisation_id}::uuid, decode(oid, 'hex'), '', path, commit_id, author, committed_at
          from (select distinct on (oid) * from ${values} order by oid, n) as first order by n
          on conflict do nothing returning 1
        )
        update crawler.mirror set documents = documents + (select count(*) from added)
        where id = ${mirror.id}::uuid and exists (select from added)`,
  );
  await rows(
    em,
    // Looked up blob by blob: a join may read the whole ledger, because the planner cannot know how few introductions there are.
    sql`insert into crawler.blob (mirror_id, organisation_id, oid, name, path, commit_id, author, committed_at)
        select ${mirror.id}::uuid, ${mirror.organisation_id}::uuid, decode(oid, 'hex'), name, path, commit_id, author, committed_at
        from (
          select distinct on (oid, name) i.*, (
            select known.path from crawler.blob known
            where known.mirror_id = ${mirror.id}::uuid and known.oid = decode(i.oid, 'hex') and known.name = ''
          ) as known_path
          from ${values} where i.name <> '' order by oid, name, n
        ) as i
        where name <> lower(regexp_replace(known_path, '^.*/', '')) order by n
        on conflict do nothing`,
  );
}

/** Up to `limit` rows of the ledger after an ordinal, in order. */
export const ledgerAfter = (em: SqlEntityManager, mirror: string, ordinal: string, limit: number): Promise<LedgerBlob[]> =>
  tables(em)
    .selectFrom('crawler.blob')
    .select(['ordinal', 'name', 'path', 'commit_id', 'author', 'committed_at'])
    .select(sql<string>`encode(oid, 'hex')`.as('oid'))
    .where('mirror_id', '=', mirror)
    .where('ordinal', '>', ordinal)
    .orderBy('ordinal')
    .limit(limit)
    .execute();

export interface LedgerPart {
  /** Oids, one behind the other. */
  readonly oids: Buffer;
  readonly count: number;
  /** Ordinal of the last one. */
  readonly last: string;
}

/** The blobs between two ordinals, the second included, up to `limit` of them; without the rows of further file names. */
export async function ledgerOids(
  em: SqlEntityManager,
  mirror: string,
  after: string,
  upTo: string,
  limit: number,
): Promise<LedgerPart | undefined> {
  const part = await tables(em)
    .selectFrom(
      tables(em)
        .selectFrom('crawler.blob')
        .select(['oid', 'ordinal'])
        .where('mirror_id', '=', mirror)
        .where('name', '=', '')
        .where('ordinal', '>', after)
        .where('ordinal', '<=', upTo)
        .orderBy('ordinal')
        .limit(limit)
        .as('part'),
    )
    .select([
      sql<Buffer | null>`string_agg(oid, ''::bytea order by ordinal)`.as('oids'),
      sql<number>`count(*)::int`.as('count'),
      sql<string | null>`max(ordinal)::text`.as('last'),
    ])
    .executeTakeFirstOrThrow();
  return part.oids === null || part.last === null ? undefined : { oids: part.oids, count: part.count, last: part.last };
}

/** Records why blobs, or parts of what is inside them, could not be read; by ordinal. Returns how many were not known to be unread. */
export async function markUnread(em: SqlEntityManager, mirror: string, unread: ReadonlyMap<string, string>): Promise<number> {
  if (unread.size === 0) return 0;
  const marks = [...unread].map(([ordinal, reason]) => ({ ordinal, reason }));
  // Scans of several tasks mark the same blobs: in one order, and each blob is counted by the first of them.
  const known = await rows(
    em,
    sql<{ was_unread: boolean }>`
      with marked as materialized (
        select b.ordinal, b.unread, u.reason
        from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as u (ordinal bigint, reason text)
          join crawler.blob b on b.mirror_id = ${mirror} and b.ordinal = u.ordinal
        order by b.ordinal for no key update of b
      )
      update crawler.blob b set unread = m.reason from marked m where b.mirror_id = ${mirror} and b.ordinal = m.ordinal
      returning m.unread is not null as was_unread`,
  );
  return known.filter(({ was_unread: wasUnread }) => !wasUnread).length;
}

/** Number of a mirror's blobs, which is kept, and of those that could not be read, which have an index of their own. */
export const countLedger = (em: SqlEntityManager, mirror: string): Promise<LedgerCounts> =>
  tables(em)
    .selectFrom('crawler.mirror as m')
    .select('m.documents as total')
    .select(sql<number>`(select count(*)::int from crawler.blob b where b.mirror_id = m.id and b.unread is not null)`.as('unread'))
    .where('m.id', '=', mirror)
    .executeTakeFirstOrThrow();
