import { type AnswerOf, type InputOf, type listSimilar, SIMILAR_MAX, type SimilarEvent } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Viewer } from '../detectors/read-masked.ts';
import { EVENT_COLUMNS, EVENT_TABLES, type ListedEvent, toEventRows } from './event-row.read-model.ts';
import { findEvent } from './lock-events.store.ts';
import { sameFile, similarEvents } from './similar.ts';

interface Why {
  readonly same_secret: boolean;
  /** Thousandths. */
  readonly resemblance: number | null;
  readonly of_same_file: boolean;
}

const THOUSANDTHS = 1_000;

/** Ids of similar events in other files, as a condition needs them: at most SIMILAR_MAX for each reason. */
export const similarInOtherFiles = (id: string) => sql`
  select distinct found.id from events.event chosen cross join lateral (${sql.raw(similarEvents('chosen', SIMILAR_MAX))}) found
  where chosen.id = ${id}::uuid and not found.of_same_file`;

/** The same, at most SIMILAR_MAX together. */
export async function idsOfSimilar(em: SqlEntityManager, id: string): Promise<string[]> {
  const found = await rows(em, sql<Pick<ListedEvent, 'id'>>`${similarInOtherFiles(id)} order by id limit ${SIMILAR_MAX}`);
  return found.map((event) => event.id);
}

/** The events beside `chosen` with why each is there. */
const places = (id: string, withSameFile: boolean) => sql`
  select reason.id, bool_or(reason.same_secret) as same_secret, max(reason.resemblance)::int as resemblance,
    bool_or(reason.of_same_file) as of_same_file
  from events.event chosen cross join lateral (
    select id, of_same_file, resemblance, resemblance is null as same_secret
    from (${sql.raw(similarEvents('chosen', SIMILAR_MAX))}) alike
    ${
      withSameFile
        ? sql`union all (select of_file.id, true, null, false from events.event of_file
            where of_file.id <> chosen.id and ${sql.raw(sameFile('of_file', 'chosen'))} limit ${SIMILAR_MAX})`
        : sql``
    }) reason
  where chosen.id = ${id}::uuid and (${withSameFile} or not reason.of_same_file)
  group by reason.id`;

const reasonsOf = ({ same_secret, resemblance, of_same_file }: Why): SimilarEvent['reasons'] => [
  ...(same_secret ? (['same_secret'] as const) : []),
  ...(resemblance === null ? [] : (['near_text'] as const)),
  ...(of_same_file ? (['same_file'] as const) : []),
];

/** One page of the events that are similar to one; undefined when the scope does not see it. */
export async function similarList(
  em: SqlEntityManager,
  { params, query }: InputOf<typeof listSimilar>,
  viewer: Viewer,
): Promise<AnswerOf<typeof listSimilar> | undefined> {
  if ((await findEvent(em, params.id)) === undefined) return undefined;
  const similar = places(params.id, query.same_file === true);
  const counted = await row(em, sql<{ count: number }>`select count(*)::int as count from (${similar}) found`);
  const found = await rows(
    em,
    sql<ListedEvent & Why>`select ${EVENT_COLUMNS}, found.same_secret, found.resemblance, found.of_same_file
      from ${EVENT_TABLES} join (${similar}) found on found.id = e.id
      order by found.same_secret desc, found.resemblance desc nulls last, e.created desc, e.id limit ${query.limit} offset ${query.offset}`,
  );
  const shown = await toEventRows(em, found, viewer);
  return {
    count: counted?.count ?? 0,
    results: found.flatMap((one, at): SimilarEvent[] => {
      const event = shown[at];
      if (event === undefined) return [];
      return [{ ...event, reasons: reasonsOf(one), resemblance: one.resemblance === null ? null : one.resemblance / THOUSANDTHS }];
    }),
  };
}
