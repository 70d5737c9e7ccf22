import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

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
  await rows(em, sql`update tasks.pattern set waiting = true where task_id = ${task} and id <> all (${[...known.patterns]}::uuid[])`);
  await rows(
    em,
    sql`update tasks.repository set waiting = true where task_id = ${task} and id <> all (${[...known.repositories]}::uuid[])`,
  );
  await rows(
    em,
    sql`update tasks.task_source set waiting = true
        where task_id = ${task} and active and source_type <> all (${[...known.sources]}::text[])`,
  );
  await rows(
    em,
    sql`update tasks.task_source set waiting_channels = array(select c from unnest(channels) c where c <> all (${[...known.channels]}::text[]))
        where task_id = ${task} and channels <> '{}'`,
  );
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

/** Tasks of the organisation that have parts waiting for staff. */
export const tasksWithAdditions = (em: SqlEntityManager, organisation: string): Promise<{ id: string }[]> =>
  rows(
    em,
    sql<{ id: string }>`
      select task_id as id from tasks.pattern where organisation_id = ${organisation} and waiting
      union select task_id from tasks.repository where organisation_id = ${organisation} and waiting
      union select task_id from tasks.task_source where organisation_id = ${organisation} and (waiting or waiting_channels <> '{}') order by id`,
  );
