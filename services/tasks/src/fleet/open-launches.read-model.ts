import type { AnswerOf, InputOf, listOpenLaunches } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { OPEN_LAUNCH_STATES } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

/** A page of the launches that have not ended, the oldest first. */
export async function openLaunches(
  em: SqlEntityManager,
  { limit, offset, source_type }: InputOf<typeof listOpenLaunches>['query'],
): Promise<AnswerOf<typeof listOpenLaunches>> {
  let query = tables(em)
    .selectFrom('tasks.launch as l')
    .innerJoin('tasks.task as t', 't.id', 'l.task_id')
    .leftJoin('tasks.organisation as o', 'o.organisation_id', 'l.organisation_id')
    .where('l.state', 'in', [...OPEN_LAUNCH_STATES]);
  if (source_type !== undefined) query = query.where('l.source_type', '=', source_type);
  const { count } = await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const found = await query
    .select(['l.id', 'l.task_id', 't.title', 't.git_monitoring', 'l.organisation_id', 'o.name', 'l.source_type', 'l.state', 'l.trigger'])
    .select(['l.created', 'l.released_at', 'l.activity_at'])
    .orderBy('l.created')
    .orderBy('l.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const results = found.flatMap(({ id, source_type: source, trigger, ...one }) => {
    const state = OPEN_LAUNCH_STATES.find((open) => open === one.state);
    if (state === undefined) return [];
    return [
      {
        ...{ id, state, trigger, source_type: source },
        task: { id: one.task_id, title: one.title, is_git_monitoring: one.git_monitoring },
        organisation: { id: one.organisation_id, name: one.name },
        created: one.created.toISOString(),
        released: one.released_at?.toISOString() ?? null,
        last_activity: one.activity_at?.toISOString() ?? null,
      },
    ];
  });
  return { count, results };
}
