import type { AnswerOf, listTaskLogs, LaunchFinished } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import { logOfLaunch } from './task-log.domain.ts';
import { TaskLogEntity } from './task-log.entity.ts';

/**
 * Most entries that an organisation keeps; the oldest are deleted. A thousand sources launched each hour fill this in half a
 * day, further than anyone pages back. Events and the change history are kept elsewhere, for good.
 */
export const TASK_LOGS_MAX = 10_000;

/** Adds the log entry of a launch, in the transaction that closes it. */
export async function logLaunch(em: SqlEntityManager, finished: LaunchFinished, max = TASK_LOGS_MAX): Promise<void> {
  const { type, message, count, errorCode } = logOfLaunch(finished);
  const { organisation_id: organisation } = finished;
  await rows(
    em,
    sql`insert into tasks.task_log (organisation_id, task_id, title, source_type, log_type, message, count, error_code, event_time)
        select organisation_id, id, title, ${finished.source_type}, ${type}, ${message}, ${count}, ${errorCode}, ${finished.finished_at}::timestamptz
        from tasks.task where id = ${finished.task_id}`,
  );
  // The oldest entries are the same for all that log at once: it waits for none of them.
  await rows(
    em,
    sql`delete from tasks.task_log where id in (
          select id from tasks.task_log where organisation_id = ${organisation} and id <= (
            select id from tasks.task_log where organisation_id = ${organisation} order by id desc offset ${max} limit 1)
          for update skip locked)`,
  );
}

/** A page of the log, newest first, as far as the transaction's scope sees it. */
export async function taskLogs(
  em: SqlEntityManager,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AnswerOf<typeof listTaskLogs>> {
  const [found, count] = await em.findAndCount(TaskLogEntity, {}, { orderBy: { id: 'desc' }, limit, offset });
  return {
    count,
    results: found.map(({ id, title, log_type, count: amount, ...log }) => {
      const source = shownSource(log.source_type);
      const message = { code: log.message, count: amount, source, error_code: log.error_code };
      return { id, source_type: source, title, log_type, message, event_time: log.event_time.toISOString() };
    }),
  };
}

export const clearTaskLogs = (em: SqlEntityManager): Promise<unknown> => tables(em).deleteFrom('tasks.task_log').execute();

/** The source under the name that the task log shows. */
function shownSource(stored: string) {
  if (stored === 'gitlab_cloud') return 'gitlab' as const;
  const source = SOURCE_TYPES.find((known) => known === stored);
  if (source === undefined) throw new Error(`a log of an unknown source ${stored}`);
  return source;
}
