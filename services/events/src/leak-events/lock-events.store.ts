import { type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** Undefined when the scope does not see the event. */
export const findEvent = (em: SqlEntityManager, id: string) =>
  tables(em).selectFrom('events.event').select(['id', 'organisation_id']).where('id', '=', id).executeTakeFirst();

/** The events with their rows locked in the order of their ids, so that two bulk changes cannot deadlock. */
export const lockEvents = (em: SqlEntityManager, ids: readonly string[]) =>
  tables(em)
    .selectFrom('events.event as e')
    .select((eb) => [
      'e.id',
      'e.organisation_id',
      'e.status',
      'e.assignee_id',
      'e.close_reason',
      sql<string | null>`e.due_date::text`.as('due_date'),
      eb
        .selectFrom('events.organisation as o')
        .select('o.active')
        .whereRef('o.organisation_id', '=', 'e.organisation_id')
        .as('organisation_active'),
    ])
    .where('e.id', '=', sql<string>`any (${[...new Set(ids)]}::uuid[])`)
    .orderBy('e.id')
    .forUpdate()
    .execute();
export type LockedEvent = Awaited<ReturnType<typeof lockEvents>>[number];
