import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Viewer } from '../detectors/read-masked.ts';
import { findEvent } from './lock-events.store.ts';
import { sameFile } from './similar.ts';
import { EVENT_COLUMNS, EVENT_TABLES, type ListedEvent, toEventRows } from './event-row.read-model.ts';

const otherOfFile = (other: string, event: string) => sql.raw(`${other}.id <> ${event}.id and ${sameFile(other, event)}`);

/** Ids of the other events of the same source, container and path. */
export async function idsOfSameFile(em: SqlEntityManager, id: string): Promise<string[]> {
  const found = await rows(
    em,
    sql<Pick<ListedEvent, 'id'>>`
      select other.id from events.event e join events.event other on ${otherOfFile('other', 'e')} where e.id = ${id}`,
  );
  return found.map((event) => event.id);
}

/** Other events of the same source, container and path; undefined when the scope does not see the event. */
export async function sameFileEvents(em: SqlEntityManager, id: string, viewer: Viewer) {
  if ((await findEvent(em, id)) === undefined) return undefined;
  const found = await rows(
    em,
    sql<ListedEvent>`select ${EVENT_COLUMNS} from ${EVENT_TABLES} join events.event chosen on chosen.id = ${id} and ${otherOfFile('e', 'chosen')}
      order by e.created desc, e.id`,
  );
  return toEventRows(em, found, viewer);
}
