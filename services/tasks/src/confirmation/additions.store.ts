import { row, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** Parts of a task before it is changed; every other part is an addition. */
export interface KnownParts {
  readonly patterns: readonly string[];
  readonly repositories: readonly string[];
  readonly sources: readonly string[];
  /** Confirmed Telegram channels. */
  readonly channels: readonly string[];
}

export async function knownParts(em: SqlEntityManager, task: string): Promise<KnownParts> {
  const found = await row(
    em,
    sql<KnownParts>`
      select coalesce((select jsonb_agg(id) from tasks.pattern where task_id = ${task}), '[]') as patterns,
        coalesce((select jsonb_agg(id) from tasks.repository where task_id = ${task}), '[]') as repositories,
        coalesce((select jsonb_agg(source_type) from tasks.task_source where task_id = ${task} and active), '[]') as sources,
        coalesce((select jsonb_agg(c) from tasks.task_source s, unnest(s.channels) c
          where s.task_id = ${task} and c <> all (s.waiting_channels)), '[]') as channels`,
  );
  return found ?? { patterns: [], repositories: [], sources: [], channels: [] };
}

/** Marks every part of the task that is not `known` as waiting for staff. A waiting part is not searched. */
export async function holdAdditions(em: SqlEntityManager, task: string, known: KnownParts): Promise<void> {
  await tables(em)
    .updateTable('tasks.pattern')
    .set({ waiting: true })
    .where('task_id', '=', task)
    .where(sql<boolean>`id <> all (${[...known.patterns]}::uuid[])`)
    .execute();
  await tables(em)
    .updateTable('tasks.repository')
    .set({ waiting: true })
    .where('task_id', '=', task)
    .where(sql<boolean>`id <> all (${[...known.repositories]}::uuid[])`)
    .execute();
  await tables(em)
    .updateTable('tasks.task_source')
    .set({ waiting: true })
    .where('task_id', '=', task)
    .where('active', '=', true)
    .where(sql<boolean>`source_type <> all (${[...known.sources]}::text[])`)
    .execute();
  await tables(em)
    .updateTable('tasks.task_source')
    .set({ waiting_channels: sql`array(select c from unnest(channels) c where c <> all (${[...known.channels]}::text[]))` })
    .where('task_id', '=', task)
    .where(sql<boolean>`channels <> '{}'`)
    .execute();
}

/** Clears the marks. Returns how many parts were waiting. */
export async function confirmAdditions(em: SqlEntityManager, task: string): Promise<number> {
  const found = await row(
    em,
    sql<{ n: number }>`
      with p as (update tasks.pattern set waiting = false where task_id = ${task} and waiting returning 1),
        r as (update tasks.repository set waiting = false where task_id = ${task} and waiting returning 1),
        s as (update tasks.task_source set waiting = false, waiting_channels = '{}'
          where task_id = ${task} and (waiting or waiting_channels <> '{}') returning 1)
      select ((select count(*) from p) + (select count(*) from r) + (select count(*) from s))::int as n`,
  );
  return found?.n ?? 0;
}

/** Ids of the organisation's tasks that have parts waiting for staff. */
export async function tasksWithAdditions(em: SqlEntityManager, organisation: string): Promise<string[]> {
  const waiting = (table: 'tasks.pattern' | 'tasks.repository') =>
    tables(em).selectFrom(table).select('task_id as id').where('organisation_id', '=', organisation).where('waiting', '=', true);
  const sources = tables(em)
    .selectFrom('tasks.task_source')
    .select('task_id as id')
    .where('organisation_id', '=', organisation)
    .where(sql<boolean>`(waiting or waiting_channels <> '{}')`);
  const found = await waiting('tasks.pattern').union(waiting('tasks.repository')).union(sources).orderBy('id').execute();
  return found.map(({ id }) => id);
}
