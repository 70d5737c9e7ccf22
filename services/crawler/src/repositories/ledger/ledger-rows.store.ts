import { type RowOf, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../../entities.ts';
import type { BlobEntity } from './blob.entity.ts';

type Blob = RowOf<typeof BlobEntity>;
/** A row of the ledger, with the commit that introduced the blob. */
export type LedgerBlob = Pick<Blob, 'ordinal' | 'name' | 'path' | 'commit_id' | 'author' | 'committed_at' | 'interruptions'> & {
  readonly oid: string;
};

/**
 * Rows are read in the order of the ledger's index from here on in the transaction. Where the planner has no statistics of a mirror it expects few
 * rows of it, and would read and sort all that is left of the ledger for each page.
 */
const inOrder = (em: SqlEntityManager) => rows(em, sql`set local enable_sort = off`);

/** Rows of the ledger in their order: what decides whether they have to be read. */
export interface LedgerPage {
  readonly ordinals: BigInt64Array;
  /** 1 for the row of a further file name. */
  readonly isFurther: Uint8Array;
  /** Oids, one behind the other, of `each` bytes. undefined where they have different lengths: another repository came to the address. */
  readonly oids: { readonly bytes: Buffer; readonly each: 20 | 32 } | undefined;
  /** undefined where they were not asked for. */
  readonly paths: readonly string[] | undefined;
}

/**
 * Up to `limit` rows of the ledger after an ordinal, as columns: a launch passes over nearly all rows, and an object for each of them took longer than to
 * read them.
 */
export async function ledgerPage(
  em: SqlEntityManager,
  mirror: string,
  ordinal: string,
  { limit, paths }: { readonly limit: number; readonly paths: boolean },
): Promise<LedgerPage> {
  await inOrder(em);
  const part = tables(em)
    .selectFrom('crawler.blob')
    .select(['ordinal', 'name', 'path', 'oid'])
    .where('mirror_id', '=', mirror)
    .where('ordinal', '>', ordinal)
    .orderBy('ordinal')
    .limit(limit)
    .as('part');
  const page = await tables(em)
    .selectFrom(part)
    .select([
      sql<Buffer | null>`string_agg(int8send(ordinal), ''::bytea order by ordinal)`.as('ordinals'),
      sql<Buffer | null>`string_agg(case when name = '' then '\\x00'::bytea else '\\x01'::bytea end, ''::bytea order by ordinal)`.as(
        'further',
      ),
      sql<Buffer | null>`string_agg(oid, ''::bytea order by ordinal)`.as('oids'),
      sql<number | null>`max(length(oid))`.as('longest'),
    ])
    .$if(paths, (query) => query.select(sql<string[] | null>`array_agg(path order by ordinal)`.as('paths')))
    .executeTakeFirstOrThrow();
  const { further, oids, longest: each } = page;
  const ordinals = BigInt64Array.from({ length: (page.ordinals?.length ?? 0) / 8 }, (_, at) => page.ordinals?.readBigInt64BE(8 * at) ?? 0n);
  const isEven = oids !== null && (each === 20 || each === 32) && oids.length === each * ordinals.length;
  return {
    ordinals,
    isFurther: further ?? Buffer.alloc(0),
    oids: isEven ? { bytes: oids, each } : undefined,
    paths: page.paths ?? undefined,
  };
}

/** Some rows of the ledger with the commits that introduced them, in order. */
export async function ledgerRows(em: SqlEntityManager, mirror: string, ordinals: readonly bigint[]): Promise<LedgerBlob[]> {
  await inOrder(em);
  return tables(em)
    .selectFrom('crawler.blob')
    .select(['ordinal', 'name', 'path', 'commit_id', 'author', 'committed_at', 'interruptions'])
    .select(sql<string>`encode(oid, 'hex')`.as('oid'))
    .where('mirror_id', '=', mirror)
    .where('ordinal', '=', sql<string>`any (${ordinals.map(String)}::bigint[])`)
    .orderBy('ordinal')
    .execute();
}

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
  await inOrder(em);
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
