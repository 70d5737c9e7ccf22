import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Conflict, Database, LIVE, type LiveTeller, newId, rows, scopeOf, sql } from '@leakwatch/platform';
import type { EventStatus } from '@leakwatch/vocabulary';
import { actorOf } from './change-status.ts';
import { applyMoves, lockEvents } from './status-change.store.ts';
import { tellOfEvents } from './tell-of-events.ts';

/** The console offers undo for ten seconds; a slow network gets some more. */
export const UNDO_SECONDS = 60;

/** Takes a change back where the person made it and nobody changed the event since. */
@Injectable()
export class UndoStatusChange {
  private readonly database: Database;
  private readonly bus: Bus;
  private readonly live: LiveTeller;

  constructor(database: Database, @Inject(BUS) bus: Bus, @Inject(LIVE) live: LiveTeller) {
    this.database = database;
    this.bus = bus;
    this.live = live;
  }

  /** Returns how many events have their earlier status again. Throws Conflict `undo_expired` when there is nothing to take back. */
  async run(batch: string, caller: Caller): Promise<number> {
    const moved = await this.database.inScope(scopeOf(caller), async (em) => {
      const changes = await rows(
        em,
        sql<{ event_id: string; from_status: EventStatus; last: boolean }>`
          select c.event_id, c.from_status,
            not exists (select from events.status_change later where later.event_id = c.event_id and later.at > c.at) as last
          from events.status_change c
          where c.batch = ${batch} and c.actor_id = ${caller.account?.id ?? null}::uuid and c.from_status is not null
            and c.at > now() - make_interval(secs => ${UNDO_SECONDS})`,
      );
      if (changes.length === 0) throw new Conflict('undo_expired');
      const earlier = new Map(changes.filter((change) => change.last).map((change) => [change.event_id, change.from_status]));
      const events = await lockEvents(em, [...earlier.keys()]);
      const moves = events.flatMap((event) => {
        const to = earlier.get(event.id);
        return to === undefined ? [] : [{ event, to }];
      });
      await applyMoves(em, this.bus, moves, actorOf(caller), newId());
      return moves.map(({ event }) => event.organisation_id);
    });
    tellOfEvents(this.live, moved);
    return moved.length;
  }
}
