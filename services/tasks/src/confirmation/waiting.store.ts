import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** What of a task is there, by which what is added to it is told. */
export interface KnownParts {
  readonly patterns: readonly string[];
  readonly repositories: readonly string[];
  readonly sources: readonly string[];
  /** Channels that do not wait. */
  readonly channels: readonly string[];
}

export async function partsOf(em: SqlEntityManager, task: string): Promise<KnownParts> {
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

/** Everything of the task that is not among the known waits for staff; it is not looked for, and not looked through. */
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

/** Nothing of the task waits any more. Returns how much did. */
export async function releaseAdditions(em: SqlEntityManager, task: string): Promise<number> {
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

/** Tasks of the organisation of which something waits. */
export const tasksThatWait = (em: SqlEntityManager, organisation: string): Promise<{ id: string }[]> =>
  rows(
    em,
    sql<{ id: string }>`
      select task_id as id from tasks.pattern where organisation_id = ${organisation} and waiting
      union select task_id from tasks.repository where organisation_id = ${organisation} and waiting
      union select task_id from tasks.task_source where organisation_id = ${organisation} and (waiting or waiting_channels <> '{}') order by id`,
  );
