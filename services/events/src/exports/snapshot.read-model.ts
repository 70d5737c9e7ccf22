import { type AnswerOf, type internalEventSnapshot, SNAPSHOT_PAGE } from '@leakwatch/contracts';
import type { SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';

/** One page of all events, in the order of their ids, with the id after which the next page begins. */
export async function eventSnapshot(em: SqlEntityManager, after: string | null): Promise<AnswerOf<typeof internalEventSnapshot>> {
  const found = await tables(em)
    .selectFrom('events.event')
    .select(['id as event_id', 'organisation_id', 'task_id', 'source_type', 'pattern_text as pattern', 'created'])
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(SNAPSHOT_PAGE)
    .execute();
  const events = found.map((event) => ({ ...event, created: event.created.toISOString() }));
  return { events, next: events.length < SNAPSHOT_PAGE ? null : (events.at(-1)?.event_id ?? null) };
}
