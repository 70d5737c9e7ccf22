import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';

/** Rows that a mail names; the rest is behind its link. */
export const DIGEST_ROWS = 10;

export interface DueTask {
  readonly task_id: string;
  readonly organisation_id: string;
}

export interface DigestRow {
  readonly source: SourceType;
  readonly repository: string;
  readonly path: string;
  readonly line: number;
}

export interface TakenItems {
  readonly count: number;
  readonly rows: readonly DigestRow[];
}

export interface NewEvent {
  readonly id: string;
  readonly finding: { readonly organisation_id: string; readonly task_id: string };
}

/** New open events wait for their task's digest, from the transaction on that made them. */
export async function noteForDigest(em: SqlEntityManager, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await rows(
    em,
    sql`insert into events.digest_item (event_id, organisation_id, task_id)
        select * from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ finding }) => finding.organisation_id)}::uuid[],
          ${events.map(({ finding }) => finding.task_id)}::uuid[])`,
  );
}

/** Tasks whose oldest waiting event waited for `gatherSeconds`, and whose last digest is `intervalSeconds` old. */
export const dueTasks = (em: SqlEntityManager, now: Date, gatherSeconds: number, intervalSeconds: number): Promise<DueTask[]> =>
  rows(
    em,
    sql<DueTask>`
      select i.task_id, i.organisation_id from events.digest_item i left join events.digest_pace p on p.task_id = i.task_id
      where p.last_at is null or p.last_at <= ${now}::timestamptz - make_interval(secs => ${intervalSeconds})
      group by i.task_id, i.organisation_id
      having min(i.noted) <= ${now}::timestamptz - make_interval(secs => ${gatherSeconds})`,
  );

/**
 * Begins the task's next digest: false when another process was faster. Of two at once one waits for the other's commit
 * and then sees its time.
 */
export async function beginDigest(em: SqlEntityManager, task: DueTask, now: Date, intervalSeconds: number): Promise<boolean> {
  const begun = await row(
    em,
    sql<{ task_id: string }>`
      insert into events.digest_pace as p (task_id, organisation_id, last_at) values (${task.task_id}, ${task.organisation_id}, ${now})
      on conflict (task_id) do update set last_at = excluded.last_at
        where p.last_at <= excluded.last_at - make_interval(secs => ${intervalSeconds})
      returning task_id`,
  );
  return begun !== undefined;
}

/** Takes what waits for a task. Events that somebody has looked at meanwhile are not counted: they are open no more. */
export async function takeItems(em: SqlEntityManager, task: string): Promise<TakenItems> {
  const taken = await row(
    em,
    sql<{ count: number; rows: DigestRow[] }>`
      with taken as (delete from events.digest_item where task_id = ${task} returning event_id),
        open as (select e.* from events.event e join taken t on t.event_id = e.id where e.status = 'open'),
        first as (select * from open order by created, id limit ${DIGEST_ROWS})
      select (select count(*)::int from open) as count,
        coalesce((select jsonb_agg(jsonb_build_object('source', f.source_type, 'repository', f.container_title, 'path', f.path, 'line', f.line)
          order by f.created, f.id) from first f), '[]') as rows`,
  );
  return taken ?? { count: 0, rows: [] };
}
