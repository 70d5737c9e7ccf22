import type { AnswerOf, InputOf, listOpenLaunches } from '@leakwatch/contracts';
import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { OPEN_LAUNCH_STATES } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';

/** A page of the launches that have not ended, the oldest first. */
export async function openLaunches(
  em: SqlEntityManager,
  { limit, offset, source_type }: InputOf<typeof listOpenLaunches>['query'],
): Promise<AnswerOf<typeof listOpenLaunches>> {
  let open = tables(em)
    .selectFrom('tasks.launch as l')
    .where('l.state', 'in', [...OPEN_LAUNCH_STATES]);
  if (source_type !== undefined) open = open.where('l.source_type', '=', source_type);
  // Every launch has a task, so counting needs no join.
  const { count } = await open.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  // The page first, and then what is shown with it: joined before, all launches would be.
  const page = open
    .select([
      'l.id',
      'l.task_id',
      'l.organisation_id',
      'l.source_type',
      'l.state',
      'l.trigger',
      'l.created',
      'l.released_at',
      'l.activity_at',
    ])
    .orderBy('l.created')
    .orderBy('l.id')
    .limit(limit)
    .offset(offset);
  const found = await tables(em)
    .selectFrom(page.as('l'))
    .innerJoin('tasks.task as t', 't.id', 'l.task_id')
    .leftJoin('tasks.organisation as o', 'o.organisation_id', 'l.organisation_id')
    .select(['l.id', 'l.task_id', 't.title', 't.git_monitoring', 'l.organisation_id', 'o.name', 'l.source_type', 'l.state', 'l.trigger'])
    .select(['l.created', 'l.released_at', 'l.activity_at'])
    .orderBy('l.created')
    .orderBy('l.id')
    .execute();
  const results = found.flatMap(({ id, source_type: source, trigger, ...one }) => {
    const state = OPEN_LAUNCH_STATES.find((known) => known === one.state);
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
