import { eventChangesV1 } from '@leakwatch/contracts';
import { type Bus, newId, outgoing, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { EventStatus, SourceType, StatusActor } from '@leakwatch/vocabulary';

export interface LockedEvent {
  readonly id: string;
  readonly organisation_id: string;
  readonly task_id: string;
  readonly source_type: SourceType;
  readonly pattern_text: string;
  readonly status: EventStatus;
  readonly created: Date;
  readonly organisation_active: boolean | null;
}

/** The events with their rows locked, in one order, so that two bulk changes cannot lock each other out. */
export const lockEvents = (em: SqlEntityManager, ids: readonly string[]): Promise<LockedEvent[]> =>
  rows(
    em,
    sql<LockedEvent>`
      select e.id, e.organisation_id, e.task_id, e.source_type, e.pattern_text, e.status, e.created,
        (select o.active from events.organisation o where o.organisation_id = e.organisation_id) as organisation_active
      from events.event e where e.id = any (${[...new Set(ids)]}::uuid[]) order by e.id for update`,
  );

export interface Actor {
  readonly kind: StatusActor;
  readonly id: string | null;
  readonly name: string;
}

export interface StatusMove {
  readonly event: LockedEvent;
  readonly to: EventStatus;
}

/** Moves events, writes who did it, and tells of it; all in the transaction of `em`. */
export async function applyMoves(em: SqlEntityManager, bus: Bus, moves: readonly StatusMove[], actor: Actor, batch: string): Promise<void> {
  if (moves.length === 0) return;
  const at = new Date();
  const changes = moves.map(({ event, to }) => ({
    id: newId(),
    event_id: event.id,
    organisation_id: event.organisation_id,
    from_status: event.status,
    to_status: to,
  }));
  const records = sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
    as n (id uuid, event_id uuid, organisation_id uuid, from_status text, to_status text)`;
  await rows(em, sql`update events.event e set status = n.to_status, updated_at = ${at} from ${records} where e.id = n.event_id`);
  await rows(
    em,
    sql`insert into events.status_change (id, event_id, organisation_id, batch, at, actor_kind, actor_id, actor_name, from_status, to_status)
        select n.id, n.event_id, n.organisation_id, ${batch}, ${at}, ${actor.kind}, ${actor.id}::uuid, ${actor.name}, n.from_status, n.to_status
        from ${records}`,
  );
  await bus.publish(
    em,
    moves.map(({ event, to }, index) =>
      outgoing(eventChangesV1, {
        change_id: changes[index]?.id ?? newId(),
        event_id: event.id,
        organisation_id: event.organisation_id,
        task_id: event.task_id,
        source_type: event.source_type,
        pattern: event.pattern_text,
        created: event.created.toISOString(),
        from: event.status,
        to,
        at: at.toISOString(),
      }),
    ),
  );
}
