import type { TaskBody } from '@leakwatch/contracts';
import { newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { TaskEntity, TaskSourceEntity } from '../search-tasks/task.entity.ts';
import type { ReadTask } from './read-task-body.ts';

export interface NewTask {
  readonly id: string;
  readonly organisationId: string;
  readonly author: { readonly id: string; readonly username: string };
  readonly confirmed: boolean;
  /** Of the body, by which the same creation is recognised. */
  readonly digest: string;
}

/** The columns that a form fills in. */
export const formColumns = (body: TaskBody, read: ReadTask) => ({
  title: body.title,
  recipients: [...read.recipients],
  filter_keywords: [...read.filterKeywords],
  filter_mode: body.filter_mode,
  observer: read.observer,
  chosen_domains: [...read.domains],
  chosen_keywords: [...read.keywords],
});

export async function addTask(em: SqlEntityManager, task: NewTask, body: TaskBody, read: ReadTask): Promise<void> {
  em.create(TaskEntity, {
    id: task.id,
    organisation_id: task.organisationId,
    author_id: task.author.id,
    author_name: task.author.username,
    confirmed: task.confirmed,
    deep: read.kind === 'deep',
    git_monitoring: read.kind === 'git_monitoring',
    archived_at: null,
    creation_digest: task.digest,
    ...formColumns(body, read),
  });
  await em.flush();
}

/** Replaces the task's patterns. A pattern that stays keeps its id, so that the crawler need not scan for it again. */
export async function setPatterns(
  em: SqlEntityManager,
  task: { id: string; organisationId: string },
  patterns: ReadTask['patterns'],
): Promise<void> {
  const kinds = patterns.map((pattern) => pattern.kind);
  const texts = patterns.map((pattern) => pattern.text);
  await rows(
    em,
    sql`delete from tasks.pattern p where p.task_id = ${task.id} and not exists (
          select from unnest(${kinds}::text[], ${texts}::text[]) as kept (kind, text) where kept.kind = p.kind and kept.text = p.text)`,
  );
  await rows(
    em,
    sql`insert into tasks.pattern (id, task_id, organisation_id, kind, text, position)
        select n.id, ${task.id}, ${task.organisationId}, n.kind, n.text, n.position
        from unnest(${patterns.map(() => newId())}::uuid[], ${kinds}::text[], ${texts}::text[]) with ordinality as n (id, kind, text, position)
        on conflict (task_id, kind, text) do update set position = excluded.position`,
  );
}

/** Replaces the task's sources. A source that stays keeps its progress. */
export async function setSources(
  em: SqlEntityManager,
  task: { id: string; organisationId: string },
  sources: ReadTask['sources'],
): Promise<void> {
  const stored = new Map((await em.find(TaskSourceEntity, { task_id: task.id })).map((source) => [source.source_type, source]));
  for (const { type, searchType, active, channels } of sources) {
    const columns = { search_type: searchType, active, channels: [...channels] };
    const known = stored.get(type);
    stored.delete(type);
    if (known === undefined)
      em.create(TaskSourceEntity, {
        task_id: task.id,
        source_type: type,
        organisation_id: task.organisationId,
        activity_at: null,
        next_launch_at: null,
        units: null,
        ...columns,
      });
    else em.assign(known, { ...columns, ...(!active && { state: 'idle', next_launch_at: null }) });
  }
  for (const removed of stored.values()) em.remove(removed);
  await em.flush();
}
