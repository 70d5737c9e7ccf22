import type { TaskBody } from '@leakwatch/contracts';
import { newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { ReadSource } from './read-sources.ts';
import type { ReadTask } from './read-task-body.ts';

export interface NewTask {
  readonly id: string;
  readonly organisationId: string;
  readonly author: { readonly id: string; readonly username: string };
  readonly confirmed: boolean;
}

export async function addTask(em: SqlEntityManager, task: NewTask, body: TaskBody, read: ReadTask): Promise<void> {
  await rows(
    em,
    sql`insert into tasks.task (id, organisation_id, title, author_id, author_name, confirmed, deep, git_monitoring, recipients,
          filter_keywords, filter_mode, observer, chosen_domains, chosen_keywords)
        values (${task.id}, ${task.organisationId}, ${body.title}, ${task.author.id}, ${task.author.username}, ${task.confirmed},
          ${read.kind === 'deep'}, ${read.kind === 'git_monitoring'}, ${[...read.recipients]}::text[],
          ${[...read.filterKeywords]}::text[], ${body.filter_mode}, ${JSON.stringify(read.observer)}::jsonb,
          ${[...read.domains]}::text[], ${JSON.stringify(read.keywords)}::jsonb)`,
  );
}

export async function changeTask(em: SqlEntityManager, id: string, body: TaskBody, read: ReadTask): Promise<void> {
  await rows(
    em,
    sql`update tasks.task set version = version + 1, title = ${body.title}, recipients = ${[...read.recipients]}::text[],
          filter_keywords = ${[...read.filterKeywords]}::text[], filter_mode = ${body.filter_mode},
          observer = ${JSON.stringify(read.observer)}::jsonb, chosen_domains = ${[...read.domains]}::text[],
          chosen_keywords = ${JSON.stringify(read.keywords)}::jsonb
        where id = ${id}`,
  );
}

export async function archiveTask(em: SqlEntityManager, id: string, deleteEvents: boolean): Promise<void> {
  await rows(
    em,
    sql`update tasks.task set archived_at = now(), running = false, delete_events = ${deleteEvents}, version = version + 1
        where id = ${id}`,
  );
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
  sources: readonly ReadSource[],
): Promise<void> {
  await rows(
    em,
    sql`delete from tasks.task_source where task_id = ${task.id} and not (source_type = any (${sources.map(({ type }) => type)}::text[]))`,
  );
  for (const source of sources)
    await rows(
      em,
      sql`insert into tasks.task_source as s (task_id, organisation_id, source_type, search_type, active, channels)
          values (${task.id}, ${task.organisationId}, ${source.type}, ${source.searchType}, ${source.active}, ${[...source.channels]}::text[])
          on conflict (task_id, source_type) do update set search_type = excluded.search_type, channels = excluded.channels,
            active = excluded.active,
            state = case when excluded.active then s.state else 'idle' end,
            next_launch_at = case when excluded.active then s.next_launch_at end`,
    );
}
