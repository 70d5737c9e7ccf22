import { rows, row, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { StoredPlaces } from '../leak-events/event.entity.ts';
import type { Evidence } from './evidence.entities.ts';

/** What an event refers to. */
export interface EventContent {
  readonly organisation_id: string;
  readonly path: string;
  readonly content_hash: string | null;
  readonly original_hash: string | null;
  readonly places: StoredPlaces | null;
  /** The text around the matches. */
  readonly excerpt: string;
}

/** undefined for an event that is not there for the scope. */
export const eventContent = (em: SqlEntityManager, id: string): Promise<EventContent | undefined> =>
  row(
    em,
    sql<EventContent>`select organisation_id, path, content_hash, original_hash, places, excerpt ->> 'text' as excerpt from events.event where id = ${id}`,
  );

/** Kept content by its hash. */
export async function keptContents(
  em: SqlEntityManager,
  organisation: string,
  hashes: readonly (string | null)[],
): Promise<ReadonlyMap<string, Evidence>> {
  const found = await rows(
    em,
    sql<Evidence>`select * from events.evidence where organisation_id = ${organisation} and hash = any (${hashes.filter((hash) => hash !== null)}::text[])`,
  );
  return new Map(found.map((one) => [one.hash, one]));
}
