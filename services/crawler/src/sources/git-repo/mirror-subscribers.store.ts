import { setImmediate } from 'node:timers/promises';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { ScanPlace } from '../../passes/scan-cohorts.store.ts';
import { containerOf } from './container-of.ts';
import type { ScanTask } from './scan.ts';

/** Patterns that one pass takes along from its organisation's other tasks; the set of a launch has as many at most. Tasks beyond have passes of their own. */
const OTHERS_PATTERNS = 100_000;
/** The same from other organisations together: so many are compiled in a fraction of a second, whatever the launch that pays for it has. */
const GUESTS_PATTERNS = 20_000;
/** A task of another organisation counts as so many at least, so a commit locks 200 of them at most. */
const GUEST_LEAST = 100;

/**
 * The other running tasks that need a mirror: those of the organisation, and, where anybody may read it, those of other organisations. An organisation
 * takes part when a launch has admitted the mirror to its storage; where not all can, those with the fewest patterns do.
 */
export async function otherSubscribers(em: SqlEntityManager, { mirror, organisation }: ScanPlace, task: string): Promise<ScanTask[]> {
  const found = await rows(
    em,
    sql<{ snapshot: unknown; address: string; credential_scope: string }>`
      with subscriber as (
        select t.task_id, t.organisation_id, m.address, m.credential_scope, t.organisation_id = ${organisation} as is_own,
          jsonb_array_length(t.snapshot -> 'patterns') as patterns
        from crawler.mirror_use u join crawler.mirror m on m.id = u.mirror_id
          join crawler.watched_task t on t.task_id = u.task_id and t.organisation_id = u.organisation_id
        where u.mirror_id = ${mirror} and t.task_id <> ${task} and t.running and t.snapshot -> 'source_types' ? 'git_repo'
          and (m.credential_scope = '' or u.organisation_id = ${organisation}) and ${isAdmitted}
      ), own as (
        select task_id, sum(patterns) over (order by task_id) as patterns from subscriber where is_own
      ), guest as (
        select organisation_id, sum(sum(greatest(patterns, ${GUEST_LEAST}::int))) over (order by sum(patterns), organisation_id) as patterns
        from subscriber where not is_own group by organisation_id
      )
      select s.address, s.credential_scope, t.snapshot || jsonb_build_object('repositories', (
          select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(t.snapshot -> 'repositories') as r where r ->> 'address' = s.address
        )) as snapshot
      from subscriber s join crawler.watched_task t on t.task_id = s.task_id
      where s.task_id in (select task_id from own where patterns <= ${OTHERS_PATTERNS})
        or (not s.is_own and s.organisation_id in (select organisation_id from guest where patterns <= ${GUESTS_PATTERNS}))
      order by s.is_own desc, s.task_id`,
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

/** Whether a launch has admitted the mirror of the use `u` to the storage of its organisation, for whichever of its tasks. */
const isAdmitted = sql<boolean>`exists (select from crawler.mirror_use a
  where a.mirror_id = u.mirror_id and a.organisation_id = u.organisation_id and a.admitted)`;

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

/** Whether a task runs. It runs until the transaction ends then. */
export async function lockIfRunning(em: SqlEntityManager, task: string): Promise<boolean> {
  const locked = await row(em, sql`select task_id from crawler.watched_task where task_id = ${task} and running for share`);
  return locked !== undefined;
}

/** Those of these tasks that run in this version, need the mirror and may have it. They stay so until the transaction ends. */
export async function stillSubscribed(em: SqlEntityManager, mirror: string, tasks: readonly ScanTask[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    em,
    sql<{ task_id: string }>`
      select t.task_id from crawler.watched_task t join crawler.mirror_use u on u.task_id = t.task_id and u.mirror_id = ${mirror}
        join unnest(${tasks.map(({ base }) => base.task_id)}::uuid[], ${tasks.map(({ version }) => version)}::int[]) as s (task_id, version)
          on s.task_id = t.task_id and s.version = t.version
      where t.running and ${isAdmitted} order by t.task_id for share of t`,
  );
  return new Set(found.map(({ task_id: task }) => task));
}
