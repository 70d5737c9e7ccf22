import { eventChangesV1 } from '@leakwatch/contracts';
import { type Bus, outgoing, type RawBuilder, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { EventStatus } from '@leakwatch/vocabulary';
import type { Actor, LockedEvent } from './status-change.store.ts';

/** Messages that are in memory at once. */
const TOLD_AT_ONCE = 2_000;

export interface MoveActor extends Actor {
  /** The account on whose word a rule acts: it may take the move back. */
  readonly askedBy: string | null;
}

/** What a selection of `events.event e` to be moved gives, beside `to_status`. */
export const CHOSEN_COLUMNS = sql.raw('e.id, e.organisation_id, e.status as from_status');

/**
 * Moves any number of events in the transaction of `em`: status, history and messages, without loading the events.
 * `chosen` selects `CHOSEN_COLUMNS` and `to_status` and locks the events in the order of their ids, as `lockEvents` does.
 * Messages come last: publishing holds the topic until the transaction ends. Returns how many moved.
 */
export async function moveEvents(
  em: SqlEntityManager,
  bus: Bus,
  chosen: RawBuilder<unknown>,
  actor: MoveActor,
  batch: string,
): Promise<number> {
  const moved = await row(
    em,
    sql<{ count: number }>`
      with chosen as materialized (${chosen}),
      moved as (
        update events.event e set status = c.to_status, updated_at = clock_timestamp() from chosen c where e.id = c.id
        returning e.id, e.updated_at, c.organisation_id, c.from_status, c.to_status
      ),
      written as (
        insert into events.status_change (id, event_id, organisation_id, batch, at, actor_kind, actor_id, actor_name, asked_by, from_status, to_status)
        select gen_random_uuid(), id, organisation_id, ${batch}, updated_at, ${actor.kind}, ${actor.id}::uuid, ${actor.name}, ${actor.askedBy}::uuid,
          from_status, to_status
        from moved
        returning 1
      ) select count(*)::int as count from written`,
  );
  await tellMoved(em, bus, batch);
  return moved?.count ?? 0;
}

interface Moved extends Pick<LockedEvent, 'organisation_id' | 'task_id' | 'source_type' | 'pattern_text' | 'created'> {
  readonly change_id: string;
  readonly event_id: string;
  readonly from_status: EventStatus;
  readonly to_status: EventStatus;
  readonly at: Date;
}

async function tellMoved(em: SqlEntityManager, bus: Bus, batch: string): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const changes: Moved[] = await rows(
      em,
      sql<Moved>`
        select c.id as change_id, c.event_id, c.from_status, c.to_status, c.at, e.organisation_id, e.task_id, e.source_type,
          e.pattern_text, e.created
        from (select * from events.status_change where batch = ${batch} and (${after}::uuid is null or id > ${after}::uuid)
          order by id limit ${TOLD_AT_ONCE}) c
        join events.event e on e.id = c.event_id order by c.id`,
    );
    await bus.publish(
      em,
      changes.map((change) =>
        outgoing(eventChangesV1, {
          change_id: change.change_id,
          event_id: change.event_id,
          organisation_id: change.organisation_id,
          task_id: change.task_id,
          source_type: change.source_type,
          pattern: change.pattern_text,
          created: change.created.toISOString(),
          from: change.from_status,
          to: change.to_status,
          at: change.at.toISOString(),
        }),
      ),
    );
    if (changes.length < TOLD_AT_ONCE) return;
    after = changes.at(-1)?.change_id ?? null;
  }
}
