import { createHash } from 'node:crypto';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../../entities.ts';
import type { BlobIntroduction } from './introduction-parser.ts';
import { type AddedBlobs, ListedBlobs } from './listed-blobs.ts';

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
  order by n`;

const UNLESS_KNOWN = sql`on conflict (mirror_id, oid, name) do nothing`;

const withoutNames = (firsts: readonly Entry[]) => firsts.map((entry) => ({ ...entry, name: '' }));

/** Counts the rows of `added`. */
const counted = (mirror: LedgerMirror) => sql`
  update crawler.mirror set documents = documents + (select count(*) from added)
  where id = ${mirror.id}::uuid and exists (select from added)`;

/** Adds blobs that the ledger does not have: without looking each of them up, that takes a fifth less. */
async function addNew(em: SqlEntityManager, mirror: LedgerMirror, firsts: readonly Entry[]): Promise<void> {
  if (firsts.length > 0) await rows(em, sql`with added as (${inserted(mirror, withoutNames(firsts))} returning 1) ${counted(mirror)}`);
}

/** Adds the blobs that the ledger does not have. Returns their object ids. */
async function addUnknown(em: SqlEntityManager, mirror: LedgerMirror, firsts: readonly Entry[]): Promise<ReadonlySet<string>> {
  if (firsts.length === 0) return new Set();
  const [added] = await rows(
    em,
    sql<{ oids: string | null }>`
      with added as (${inserted(mirror, withoutNames(firsts))} ${UNLESS_KNOWN} returning oid), counted as (${counted(mirror)})
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

/** Adds the blobs that are not known to the listing. Returns the names under which they were introduced first, now or before. */
async function addFirsts(
  em: SqlEntityManager,
  mirror: LedgerMirror,
  firsts: readonly Entry[],
  listed: ListedBlobs,
): Promise<ReadonlyMap<string, string>> {
  const unknown = firsts.filter(({ oid }) => listed.nameOf(oid) === undefined);
  const names = new Map(unknown.map(({ oid, name }) => [oid, name]));
  if (listed.isWhole) {
    await addNew(em, mirror, unknown);
    return names;
  }
  const added = await addUnknown(em, mirror, unknown);
  const before = [...names.keys()].filter((oid) => !added.has(oid));
  return new Map([...names, ...(await firstNames(em, mirror, before))]);
}

/**
 * Adds introductions in their order. A known blob keeps its first introduction; an introduction under another file name is
 * added as a row of that name. Returns what `listed` may remember once it is committed.
 */
export async function addToLedger(
  em: SqlEntityManager,
  mirror: LedgerMirror,
  introductions: readonly BlobIntroduction[],
  listed = new ListedBlobs(false),
): Promise<AddedBlobs> {
  const firsts = new Map<string, Entry>();
  const further = new Map<string, Entry>();
  for (const entry of introductions.map(toEntry)) {
    if (!firsts.has(entry.oid)) firsts.set(entry.oid, entry);
    const key = `${entry.oid} ${entry.name}`;
    if (entry.name !== '' && !further.has(key)) further.set(key, entry);
  }
  const names = await addFirsts(em, mirror, [...firsts.values()], listed);
  const others = [...further.values()].filter(
    (entry) => entry.name !== (listed.nameOf(entry.oid) ?? names.get(entry.oid)) && !listed.isFurther(entry),
  );
  if (others.length > 0) await rows(em, sql`${inserted(mirror, others)} ${UNLESS_KNOWN}`);
  return { names, further: others };
}

/** Whether a mirror has no blobs yet. */
export async function isEmpty(em: SqlEntityManager, mirror: string): Promise<boolean> {
  const [found] = await rows(
    em,
    sql<{ empty: boolean }>`select not exists (select from crawler.blob where mirror_id = ${mirror}::uuid) as empty`,
  );
  return found?.empty === true;
}

/** Number of a mirror's blobs, which is kept, and of those that could not be read, which have an index of their own. */
export const countLedger = (em: SqlEntityManager, mirror: string): Promise<LedgerCounts> =>
  tables(em)
    .selectFrom('crawler.mirror as m')
    .select('m.documents as total')
    .select(sql<number>`(select count(*)::int from crawler.blob b where b.mirror_id = m.id and b.unread is not null)`.as('unread'))
    .where('m.id', '=', mirror)
    .executeTakeFirstOrThrow();
