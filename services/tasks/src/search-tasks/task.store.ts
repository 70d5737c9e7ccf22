import type { TaskBody } from '@leakwatch/contracts';
import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { lockOrganisation } from '../organisations/organisation.store.ts';
import type { ReadTask } from './read-task-body.ts';

export interface TaskRecord {
  readonly id: string;
  readonly organisation_id: string;
  readonly version: number;
  readonly title: string;
  readonly running: boolean;
  readonly confirmed: boolean;
  readonly deep: boolean;
  readonly git_monitoring: boolean;
}

const COLUMNS = sql.raw('id, organisation_id, version, title, running, confirmed, deep, git_monitoring');

/**
 * Locked for the transaction, its organisation before it: whoever locks several tasks does so in the same order.
 * Archived tasks are not there.
 */
export async function lockTask(em: SqlEntityManager, id: string): Promise<TaskRecord | undefined> {
  const owner = await row(em, sql<{ id: string }>`select organisation_id as id from tasks.task where id = ${id} and archived_at is null`);
  if (owner === undefined) return undefined;
  await lockOrganisation(em, owner.id);
  return row(em, sql<TaskRecord>`select ${COLUMNS} from tasks.task where id = ${id} and archived_at is null for update`);
}

/** The organisation's running tasks, locked; the organisation's row is locked already. */
export const lockRunningTasks = (em: SqlEntityManager, organisation: string): Promise<TaskRecord[]> =>
  rows(
    em,
    sql<TaskRecord>`select ${COLUMNS} from tasks.task
        where organisation_id = ${organisation} and running and archived_at is null order by id for update`,
  );

/** Those of the ids that are tasks of the organisation, locked; the organisation's row is locked already. */
export const lockTasks = (em: SqlEntityManager, organisation: string, ids: readonly string[]): Promise<TaskRecord[]> =>
  rows(
    em,
    sql<TaskRecord>`select ${COLUMNS} from tasks.task
        where organisation_id = ${organisation} and id = any (${[...ids]}::uuid[]) and archived_at is null order by id for update`,
  );

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

export async function setRunning(em: SqlEntityManager, id: string, running: boolean): Promise<void> {
  await rows(em, sql`update tasks.task set running = ${running}, version = version + 1 where id = ${id}`);
}

export async function setConfirmed(em: SqlEntityManager, id: string, confirmed: boolean): Promise<void> {
  await rows(em, sql`update tasks.task set confirmed = ${confirmed}, version = version + 1 where id = ${id}`);
}

export async function archiveTask(em: SqlEntityManager, id: string, deleteEvents: boolean): Promise<void> {
  await rows(
    em,
    sql`update tasks.task set archived_at = now(), running = false, delete_events = ${deleteEvents}, version = version + 1
        where id = ${id}`,
  );
}

/** Makes the task's patterns these: one that stays keeps its id, and with it what was already scanned for it. */
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

/** Running tasks of an organisation with their patterns, without one of them. */
export async function countRunning(
  em: SqlEntityManager,
  organisation: string,
  without?: string,
): Promise<{ tasks: number; patterns: number }> {
  const found = await row(
    em,
    sql<{ tasks: number; patterns: number }>`
      select count(*)::int as tasks, coalesce(sum(pattern_count), 0)::int as patterns from tasks.task
      where organisation_id = ${organisation} and running and archived_at is null and id is distinct from ${without ?? null}::uuid`,
  );
  return found ?? { tasks: 0, patterns: 0 };
}

export async function countPatternsOf(em: SqlEntityManager, task: string): Promise<number> {
  const found = await row(em, sql<{ n: number }>`select pattern_count as n from tasks.task where id = ${task}`);
  return found?.n ?? 0;
}
