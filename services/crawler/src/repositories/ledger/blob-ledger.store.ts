import { createHash } from 'node:crypto';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../../entities.ts';
import type { BlobIntroduction } from './introduction-parser.ts';

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

/** An introduction as it is written. */
interface Entry {
  readonly oid: string;
  readonly path: string;
  readonly name: string;
  readonly commit: string | null;
  readonly author: string | null;
  readonly committedAt: string | null;
}

/** PostgreSQL's text cannot contain NUL; names of authors can. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd');

const toEntry = ({ oid, path = '', commit, author, date }: BlobIntroduction): Entry => ({
  oid,
  path: storable(path),
  name: storable(baseName(path)),
  commit: commit ?? null,
  author: author === undefined ? null : storable(`${author.name} <${author.email}>`),
  committedAt: date?.toISOString() ?? null,
});

interface LedgerMirror {
  readonly id: string;
  readonly organisation_id: string | null;
}

/**
 * Columns are sent as arrays: with a document of JSON, writing a ledger took nearly twice as long. The mirror cannot be deleted meanwhile
 * (docs/decisions/0170).
 */
const inserted = (mirror: LedgerMirror, entries: readonly Entry[]) => sql`
  insert into crawler.blob (mirror_id, organisation_id, oid, name, path, commit_id, author, committed_at)
  select m.id, m.organisation_id, decode(oid, 'hex'), name, path, commit_id, author, committed_at
  from (select id, organisation_id from crawler.mirror where id = ${mirror.id}::uuid for key share) m, unnest(${entries.map(({ oid }) => oid)}::text[], ${entries.map(({ name }) => name)}::text[], ${entries.map(({ path }) => path)}::text[],
    ${entries.map(({ commit }) => commit)}::text[], ${entries.map(({ author }) => author)}::text[],
    ${entries.map(({ committedAt }) => committedAt)}::timestamptz[]) with ordinality as e (oid, name, path, commit_id, author, committed_at, n)
  order by n on conflict (mirror_id, oid, name) do nothing`;

/** Adds the blobs that the ledger does not have. Returns their object ids. */
async function addBlobs(em: SqlEntityManager, mirror: LedgerMirror, firsts: readonly Entry[]): Promise<ReadonlySet<string>> {
  const nameless = firsts.map((entry) => ({ ...entry, name: '' }));
  const [added] = await rows(
    em,
    sql<{ oids: string | null }>`
      with added as (${inserted(mirror, nameless)} returning oid),
      counted as (
        update crawler.mirror set documents = documents + (select count(*) from added)
        where id = ${mirror.id}::uuid and exists (select from added)
      )
      select string_agg(encode(oid, 'hex'), ' ') as oids from added`,
  );
  return new Set(added?.oids?.split(' '));
}

/** The names under which blobs of the ledger were introduced first. */
async function firstNames(em: SqlEntityManager, mirror: LedgerMirror, oids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (oids.length === 0) return new Map();
  const known = await rows(
    em,
    // Looked up blob by blob: a join may read the whole ledger, because the planner cannot know how few blobs there are.
    sql<{ oid: string; path: string | null }>`
      select oid, (select b.path from crawler.blob b where b.mirror_id = ${mirror.id}::uuid and b.oid = decode(asked.oid, 'hex') and b.name = '')
      from unnest(${[...oids]}::text[]) as asked (oid)`,
  );
  return new Map(known.map(({ oid, path }) => [oid, baseName(path ?? '')]));
}

/**
 * Adds introductions in their order. A known blob keeps its first introduction; an introduction under another file name is
 * added as a row of that name.
 */
export async function addToLedger(em: SqlEntityManager, mirror: LedgerMirror, introductions: readonly BlobIntroduction[]): Promise<void> {
  const firsts = new Map<string, Entry>();
  const further = new Map<string, Entry>();
  for (const entry of introductions.map(toEntry)) {
    if (!firsts.has(entry.oid)) firsts.set(entry.oid, entry);
    const key = `${entry.oid} ${entry.name}`;
    if (entry.name !== '' && !further.has(key)) further.set(key, entry);
  }
  const added = await addBlobs(em, mirror, [...firsts.values()]);
  const known = await firstNames(
    em,
    mirror,
    [...firsts.keys()].filter((oid) => !added.has(oid)),
  );
  const firstName = (oid: string) => (added.has(oid) ? firsts.get(oid)?.name : known.get(oid));
  const others = [...further.values()].filter(({ oid, name }) => name !== firstName(oid));
  if (others.length > 0) await rows(em, inserted(mirror, others));
}

/** Number of a mirror's blobs, which is kept, and of those that could not be read, which have an index of their own. */
export const countLedger = (em: SqlEntityManager, mirror: string): Promise<LedgerCounts> =>
  tables(em)
    .selectFrom('crawler.mirror as m')
    .select('m.documents as total')
    .select(sql<number>`(select count(*)::int from crawler.blob b where b.mirror_id = m.id and b.unread is not null)`.as('unread'))
    .where('m.id', '=', mirror)
    .executeTakeFirstOrThrow();
