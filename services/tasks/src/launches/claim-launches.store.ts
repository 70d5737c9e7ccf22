import { type RowOf, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';
import { tables } from '../entities.ts';
import type { LaunchEntity } from './launch.entity.ts';
import { QUEUED_COLUMNS, type QueuedLaunch } from './launch.store.ts';
import { takeTurns, type Turn } from './take-turns.domain.ts';

type LineEntry = Pick<RowOf<typeof LaunchEntity>, 'id' | 'organisation_id' | 'cost'>;

/** A task that was stopped and started again waits until the worker has ended its cancelled launch. */
const NO_CANCELLING_LAUNCH = sql.raw<boolean>(`not exists (select from tasks.launch c where c.organisation_id = l.organisation_id
  and c.task_id = l.task_id and c.source_type = l.source_type and c.state = 'cancelling')`);

/** Of several tasks services one counts and claims at a time: two that count at once would fill the window twice. */
const RELEASE_LOCK = 727_003;

/** Held until the end of the transaction. */
export async function lockRelease(em: SqlEntityManager): Promise<void> {
  await rows(em, sql`select pg_advisory_xact_lock(${RELEASE_LOCK})`);
}

export async function countReleased(em: SqlEntityManager, source: SourceType): Promise<number> {
  const { n } = await tables(em)
    .selectFrom('tasks.launch')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('state', '=', 'released')
    .where('source_type', '=', source)
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * Claims up to `room` waiting launches of a source for release: first those that staff prioritised, then the organisations'
 * in turn by cost.
 */
export async function claimLaunches(em: SqlEntityManager, source: SourceType, room: number): Promise<QueuedLaunch[]> {
  const prioritised = await tables(em)
    .selectFrom('tasks.launch as l')
    .select('id')
    .where('state', '=', 'waiting')
    .where('source_type', '=', source)
    .where('trigger', '=', 'staff')
    .where(NO_CANCELLING_LAUNCH)
    .orderBy('created')
    .limit(room)
    .execute();
  const ids = prioritised.map((launch) => launch.id);
  if (ids.length < room) ids.push(...(await claimInTurn(em, source, room - ids.length)));
  if (ids.length === 0) return [];
  // Launches of several tasks: it waits for none of them, and the next tick claims what is locked now.
  return tables(em)
    .updateTable('tasks.launch')
    .set({ state: 'released', released_at: sql`now()` })
    .where('id', 'in', (free) =>
      free.selectFrom('tasks.launch').select('id').where('id', 'in', ids).where('state', '=', 'waiting').forUpdate().skipLocked(),
    )
    .returning(QUEUED_COLUMNS)
    .execute();
}

async function claimInTurn(em: SqlEntityManager, source: SourceType, room: number): Promise<string[]> {
  const waiting = await waitingLines(em, source, room);
  if (waiting.length === 0) return [];
  const lines = new Map<string, LineEntry[]>();
  for (const launch of waiting) lines.set(launch.organisation_id, [...(lines.get(launch.organisation_id) ?? []), launch]);
  const { taken, turns } = takeTurns(
    [...lines].map(([organisation, line]) => ({ organisation, costs: line.map((launch) => launch.cost) })),
    await turnsOf(em, source, [...lines.keys()]),
    room,
  );
  await saveTurns(em, source, turns);
  return [...lines].flatMap(([organisation, line]) => line.slice(0, taken.get(organisation) ?? 0).map((launch) => launch.id));
}

/**
 * Up to `room` of each organisation's oldest waiting launches. The recursion jumps in the index from one organisation to the
 * next, so a long line of one organisation is not read.
 */
const waitingLines = (em: SqlEntityManager, source: SourceType, room: number): Promise<LineEntry[]> =>
  rows(
    em,
    sql<LineEntry>`
      with recursive o as (
        (select organisation_id from tasks.launch where state = 'waiting' and source_type = ${source} order by organisation_id limit 1)
        union all
        select (select l.organisation_id from tasks.launch l where l.state = 'waiting' and l.source_type = ${source}
          and l.organisation_id > o.organisation_id order by l.organisation_id limit 1)
        from o where o.organisation_id is not null
      )
      select w.id, o.organisation_id, w.cost from o cross join lateral (
        select l.id, l.cost, l.created from tasks.launch l
        where l.state = 'waiting' and l.source_type = ${source} and l.organisation_id = o.organisation_id
          and l.trigger <> 'staff' and ${NO_CANCELLING_LAUNCH}
        order by l.created limit ${room}) w
      where o.organisation_id is not null order by o.organisation_id, w.created`,
  );

async function turnsOf(em: SqlEntityManager, source: SourceType, organisations: readonly string[]): Promise<ReadonlyMap<string, Turn>> {
  const kept = await tables(em)
    .selectFrom('tasks.turn')
    .select(['organisation_id', 'deficit', 'place', 'interrupted'])
    .where('source_type', '=', source)
    .where('organisation_id', 'in', organisations)
    .execute();
  return new Map(kept.map(({ organisation_id: id, place, ...turn }) => [id, { ...turn, place: Number(place) }]));
}

async function saveTurns(em: SqlEntityManager, source: SourceType, turns: ReadonlyMap<string, Turn>): Promise<void> {
  const all = [...turns].map(([organisation_id, turn]) => ({ organisation_id, ...turn }));
  await rows(
    em,
    sql`insert into tasks.turn (source_type, organisation_id, deficit, place, interrupted)
        select ${source}, t.organisation_id, t.deficit, t.place, t.interrupted
        from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as t (organisation_id uuid, deficit int, place bigint, interrupted boolean)
        on conflict (source_type, organisation_id) do update
          set deficit = excluded.deficit, place = excluded.place, interrupted = excluded.interrupted`,
  );
}
