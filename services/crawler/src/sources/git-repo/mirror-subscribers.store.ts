import { setImmediate } from 'node:timers/promises';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { ScanPlace } from '../../coverage/scan-cohorts.store.ts';
import { containerOf } from './container-of.ts';
import type { ScanTask } from './scan.ts';

/** Patterns that one pass takes along from other tasks; the set of a launch has as many at most. Tasks beyond have passes of their own. */
const OTHERS_PATTERNS = 100_000;

/** The other running tasks of an organisation that need a mirror. The launch of `task` has been admitted to it, so all of them are. */
export async function otherSubscribers(em: SqlEntityManager, { mirror, organisation }: ScanPlace, task: string): Promise<ScanTask[]> {
  const found = await rows(
    em,
    sql<{ snapshot: unknown; address: string; credential_scope: string }>`
      select snapshot, address, credential_scope from (
        select t.task_id, t.snapshot, m.address, m.credential_scope,
          sum(jsonb_array_length(t.snapshot -> 'patterns')) over (order by t.task_id) as patterns
        from crawler.mirror_use u join crawler.watched_task t on t.task_id = u.task_id join crawler.mirror m on m.id = u.mirror_id
        where u.mirror_id = ${mirror} and u.organisation_id = ${organisation} and t.organisation_id = ${organisation}
          and t.task_id <> ${task} and t.running and t.snapshot -> 'source_types' ? 'git_repo'
      ) as s where patterns <= ${OTHERS_PATTERNS} order by task_id`,
  );
  const tasks: ScanTask[] = [];
  for (const { snapshot, address, credential_scope: scope } of found) {
    // Each has thousands of patterns, and other launches go on meanwhile.
    await setImmediate();
    // One that cannot be read is an error of its own launch.
    const { data: subscriber } = taskChangesV1.schema.safeParse(snapshot);
    const repository = subscriber?.repositories.find((one) => one.address === address && one.credential_scope === scope);
    if (subscriber !== undefined && repository !== undefined) tasks.push(toScanTask(subscriber, repository));
  }
  return tasks;
}

/** No launch is named: the task may have none at the moment. */
const toScanTask = (task: TaskChange, repository: TaskChange['repositories'][number]): ScanTask => ({
  version: task.version,
  patterns: new Map(task.patterns.map((pattern) => [pattern.id, pattern])),
  base: {
    organisation_id: task.organisation_id,
    task_id: task.task_id,
    launch_id: null,
    source_type: 'git_repo',
    container: containerOf(repository),
  },
});

/** Those of these tasks that run in this version and need the mirror. They stay so until the transaction ends. */
export async function stillSubscribed(em: SqlEntityManager, mirror: string, tasks: readonly ScanTask[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    em,
    sql<{ task_id: string }>`
      select t.task_id from crawler.watched_task t join crawler.mirror_use u on u.task_id = t.task_id and u.mirror_id = ${mirror}
        join unnest(${tasks.map(({ base }) => base.task_id)}::uuid[], ${tasks.map(({ version }) => version)}::int[]) as s (task_id, version)
          on s.task_id = t.task_id and s.version = t.version
      where t.running order by t.task_id for share of t`,
  );
  return new Set(found.map(({ task_id: task }) => task));
}
