import { row, rows, type RowOf, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import type { DigestContent, DigestItemEntity, DigestRow } from './digest.entities.ts';

/** Rows that a mail names; the others are behind its link. */
export const DIGEST_ROWS = 10;

export type DueTask = Pick<RowOf<typeof DigestItemEntity>, 'task_id' | 'organisation_id'>;

interface NewEvent {
  readonly id: string;
  readonly finding: DueTask;
}

/** New open events, and fixed ones that came back, wait for their task's digest, from the transaction on that adds them. */
export async function addToDigest(em: SqlEntityManager, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await rows(
    em,
    sql`insert into events.digest_item (event_id, organisation_id, task_id)
        select * from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ finding }) => finding.organisation_id)}::uuid[],
          ${events.map(({ finding }) => finding.task_id)}::uuid[])
        on conflict do nothing`,
  );
}

/** Tasks whose oldest waiting event has waited for `gatherSeconds`, and whose last digest is `intervalSeconds` old. */
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
  const begun = await tables(em)
    .insertInto('events.digest_pace')
    .values({ task_id: task.task_id, organisation_id: task.organisation_id, last_at: now })
    .onConflict((conflict) =>
      conflict
        .column('task_id')
        .doUpdateSet((eb) => ({ last_at: eb.ref('excluded.last_at') }))
        .where(sql<boolean>`events.digest_pace.last_at <= excluded.last_at - make_interval(secs => ${intervalSeconds})`),
    )
    .returning('task_id')
    .executeTakeFirst();
  return begun !== undefined;
}

/** Takes what waits for a task. Events whose status somebody has changed meanwhile are not counted: they are not open. */
export async function takeWaiting(em: SqlEntityManager, task: string): Promise<Omit<DigestContent, 'title'>> {
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
