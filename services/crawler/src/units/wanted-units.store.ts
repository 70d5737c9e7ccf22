import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';

export interface WantingLaunch {
  readonly launch_id: string;
  readonly task_id: string;
  readonly source_type: SourceType;
}

/**
 * Asks for a pass over every unit that a launch needs, but those whose pass began after the launch or at most `freshSeconds` before it. A pass that
 * began before the task needed its query does not count: the task's pattern was not matched against the documents of that pass.
 * Repeated, it asks for units that the task needs since.
 */
export async function wantUnits(em: SqlEntityManager, launch: WantingLaunch, freshSeconds: number): Promise<void> {
  await rows(
    em,
    sql`with wanted as (
          select u.id from crawler.launch l
          join crawler.subscription s on s.task_id = l.task_id and s.source_type = l.source_type
          join crawler.unit u on u.id = s.unit_id
          where l.launch_id = ${launch.launch_id} and coalesce(u.wanted_at < l.began_at, true)
            and (coalesce(greatest(u.pass_began_at, u.last_pass_began_at) < l.began_at - make_interval(secs => ${freshSeconds}), true)
              or (s.pattern_ids is not null and s.added > u.added))
          order by u.id for update of u
        )
        update crawler.unit u set wanted_at = clock_timestamp(),
          -- A unit that fails keeps its pause.
          next_at = case when u.failing_since is null then least(u.next_at, now()) else u.next_at end
        from wanted where u.id = wanted.id`,
  );
}
