import type { TaskChange } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';
import { tables } from '../../entities.ts';

/** A text that is searched for, whichever tasks search for it. */
export interface WatchedText {
  readonly kind: string;
  readonly text: string;
}

/** A text with those whose steps pay for it: a hash of the organisations that search for it. */
export interface PaidText extends WatchedText {
  readonly payers: string;
}

/** A pattern of a task, that a document matched. */
export interface PatternOwner extends WatchedText {
  readonly task_id: string;
  readonly organisation_id: string;
  readonly pattern_id: string;
  /** Number of the change that added it. */
  readonly added: string;
}

/**
 * Makes the watched patterns of a task those that it has now: none when it does not run. Patterns that are new for a source get the
 * next number. The caller has locked the task's row.
 */
export async function keepWatched(em: SqlEntityManager, task: TaskChange, sources: readonly SourceType[]): Promise<void> {
  const patterns = JSON.stringify(task.patterns.map(({ id, kind, text }) => ({ id, kind, text })));
  await rows(
    em,
    sql`delete from crawler.watched_pattern w
        where w.task_id = ${task.task_id} and (w.source_type <> all (${[...sources]}::text[]) or not exists (
          select from jsonb_to_recordset(${patterns}::jsonb) as p (id uuid, kind text, text text)
          where p.id = w.pattern_id and p.kind = w.kind and p.text = w.text))`,
  );
  const missing = await rows(
    em,
    sql<{ id: string; source: string }>`
      select p.id, s.source from jsonb_to_recordset(${patterns}::jsonb) as p (id uuid), unnest(${[...sources]}::text[]) as s (source)
      where not exists (select from crawler.watched_pattern w where w.task_id = ${task.task_id} and w.source_type = s.source and w.pattern_id = p.id)`,
  );
  if (missing.length === 0) return;
  await rows(
    em,
    sql`with clock as (update crawler.watch_clock set version = version + 1 returning version)
        insert into crawler.watched_pattern (task_id, source_type, pattern_id, organisation_id, kind, text, added)
        select ${task.task_id}::uuid, m.source, p.id, ${task.organisation_id}::uuid, p.kind, p.text, clock.version
        from clock, jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as m (id uuid, source text)
        join jsonb_to_recordset(${patterns}::jsonb) as p (id uuid, kind text, text text) on p.id = m.id`,
  );
}

/** The number of the last change that is committed. */
export async function watchVersion(em: SqlEntityManager): Promise<bigint> {
  const { version } = await tables(em).selectFrom('crawler.watch_clock').select('version').executeTakeFirstOrThrow();
  return BigInt(version);
}

/** Texts that tasks with this audience search for, among the patterns added after `after` and up to `upTo`. */
export const watchedTexts = (
  em: SqlEntityManager,
  audience: Audience,
  range: { readonly after: bigint; readonly upTo: bigint },
): Promise<PaidText[]> =>
  tables(em)
    .selectFrom('crawler.watched_pattern')
    .select(['kind', 'text'])
    .select(sql<string>`md5(string_agg(distinct organisation_id::text, ' ' order by organisation_id::text))`.as('payers'))
    .groupBy(['kind', 'text'])
    .where('source_type', '=', audience.source)
    .where('added', '>', String(range.after))
    .where('added', '<=', String(range.upTo))
    .$if(audience.organisation !== null, (query) => query.where('organisation_id', '=', audience.organisation ?? ''))
    .execute();

/** Whose patterns a unit's documents meet: those of every task that selected the source, or those of one organisation. */
export interface Audience {
  readonly source: SourceType;
  /** null for every organisation. */
  readonly organisation: string | null;
}

/**
 * The patterns that have one of these texts now, and that their tasks still search for. With a unit, those of its subscribers, numbered
 * from the time when they subscribed.
 */
export const ownersOf = async (
  em: SqlEntityManager,
  audience: Audience,
  texts: readonly WatchedText[],
  unit: string | null,
): Promise<PatternOwner[]> =>
  texts.length === 0
    ? []
    : tables(em)
        .selectFrom('crawler.watched_pattern as w')
        .leftJoin('crawler.subscription as s', (on) => on.onRef('s.task_id', '=', 'w.task_id').on('s.unit_id', '=', unit))
        .select(['w.task_id', 'w.organisation_id', 'w.pattern_id', 'w.kind', 'w.text'])
        .select(sql<string>`greatest(w.added, s.since)`.as('added'))
        .where('w.source_type', '=', audience.source)
        .where(sql<boolean>`w.text = any (${texts.map(({ text }) => text)}::text[])`)
        .$if(unit !== null, (query) => query.where('s.unit_id', 'is not', null))
        .$if(audience.organisation !== null, (query) => query.where('w.organisation_id', '=', audience.organisation ?? ''))
        .execute();
