import type { AnswerOf, listTaskLogs, LaunchFinished } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { SOURCE_TYPES, type TaskLogMessage, type TaskLogType } from '@leakwatch/vocabulary';
import { logOfLaunch } from './task-log.domain.ts';

/**
 * Most entries that an organisation keeps; the oldest are deleted. A thousand sources launched each hour fill this in half a
 * day, further than anyone pages back. Events and the change history are kept elsewhere, for good.
 */
export const TASK_LOGS_MAX = 10_000;

/** Adds the log entry of a launch, in the transaction that closes it. */
export async function logLaunch(em: SqlEntityManager, finished: LaunchFinished, max = TASK_LOGS_MAX): Promise<void> {
  const { type, message, count, errorCode } = logOfLaunch(finished);
  await rows(
    em,
    sql`insert into tasks.task_log (organisation_id, task_id, title, source_type, log_type, message, count, error_code, event_time)
        select organisation_id, id, title, ${finished.source_type}, ${type}, ${message}, ${count}, ${errorCode}, ${finished.finished_at}::timestamptz
        from tasks.task where id = ${finished.task_id}`,
  );
  await rows(
    em,
    sql`delete from tasks.task_log where organisation_id = ${finished.organisation_id} and id <= (
          select id from tasks.task_log where organisation_id = ${finished.organisation_id} order by id desc offset ${max} limit 1)`,
  );
}

interface StoredLog {
  readonly id: string;
  readonly source_type: string;
  readonly title: string;
  readonly log_type: TaskLogType;
  readonly code: TaskLogMessage;
  readonly count: number;
  readonly error_code: string | null;
  readonly event_time: Date;
}

/** A page of the log, newest first, as far as the transaction's scope sees it. */
export async function taskLogs(
  em: SqlEntityManager,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AnswerOf<typeof listTaskLogs>> {
  const counted = await row(em, sql<{ count: number }>`select count(*)::int as count from tasks.task_log`);
  const found = await rows(
    em,
    sql<StoredLog>`select id::text as id, source_type, title, log_type, message as code, count, error_code, event_time
      from tasks.task_log order by task_log.id desc limit ${limit} offset ${offset}`,
  );
  return {
    count: counted?.count ?? 0,
    results: found.map(({ source_type: stored, code, count, error_code: errorCode, event_time: at, ...log }) => {
      const source = shownSource(stored);
      return { ...log, source_type: source, message: { code, count, source, error_code: errorCode }, event_time: at.toISOString() };
    }),
  };
}

export const clearTaskLogs = (em: SqlEntityManager): Promise<unknown> => rows(em, sql`delete from tasks.task_log`);

/** The source under the name that the task log shows. */
function shownSource(stored: string) {
  if (stored === 'gitlab_cloud') return 'gitlab' as const;
  const source = SOURCE_TYPES.find((known) => known === stored);
  if (source === undefined) throw new Error(`a log of an unknown source ${stored}`);
  return source;
}
