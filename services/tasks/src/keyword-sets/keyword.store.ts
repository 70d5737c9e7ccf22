import type { TemplateChange } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Stores a newer version of a keyword set; an older message changes nothing. */
export async function saveKeywordSet(em: SqlEntityManager, set: TemplateChange['keyword_set']): Promise<void> {
  const newer = await rows(
    em,
    sql`insert into tasks.keyword_set as s (id, version) values (${set.id}, ${set.version})
        on conflict (id) do update set version = excluded.version where s.version < excluded.version returning id`,
  );
  if (newer.length === 0) return;
  await rows(em, sql`delete from tasks.keyword where keyword_set_id = ${set.id}`);
  if (set.deleted) return;
  await rows(
    em,
    sql`insert into tasks.keyword (id, keyword_set_id, name)
        select k.id, ${set.id}, k.name
        from unnest(${set.keywords.map((keyword) => keyword.id)}::uuid[], ${set.keywords.map((keyword) => keyword.name)}::text[]) as k (id, name)`,
  );
}

/** Texts of known keywords by id. */
export async function keywordTexts(em: SqlEntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await rows(em, sql<{ id: string; name: string }>`select id, name from tasks.keyword where id = any (${[...ids]}::uuid[])`);
  return new Map(found.map((keyword) => [keyword.id, keyword.name]));
}
