import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Conflict, Database, LIVE, type LiveTeller, newId, rows, scopeOf, sql } from '@leakwatch/platform';
import { actorOf } from './change-status.ts';
import { CHOSEN_COLUMNS, moveEvents } from './move-events.store.ts';
import { tellOfEvents } from './tell-of-events.ts';

/** The console offers undo for ten seconds; a slow network gets some more. */
export const UNDO_SECONDS = 60;

/** Takes a change back where the person made it, or asked a rule for it, and nobody changed the event since. */
@Injectable()
export class UndoStatusChange {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveTeller,
  ) {}

  /** Returns how many events have their earlier status again. Throws Conflict `undo_expired` when there is nothing to take back. */
  async run(batch: string, caller: Caller): Promise<number> {
    const account = caller.account?.id ?? null;
    const theirs = sql`c.batch = ${batch} and coalesce(c.asked_by, c.actor_id) = ${account}::uuid and c.from_status is not null`;
    const { organisations, count } = await this.database.inScope(scopeOf(caller), async (em) => {
      // A large change is written over some seconds; its time begins when all of it is there.
      const found = await rows(
        em,
        sql<{ organisation_id: string; fresh: boolean }>`
          select c.organisation_id, max(c.at) > now() - make_interval(secs => ${UNDO_SECONDS}) as fresh
          from events.status_change c where ${theirs} group by c.organisation_id`,
      );
      if (!found.some(({ fresh }) => fresh)) throw new Conflict('undo_expired');
      // Every change of status sets the event's time to its own, so an event of another time was changed since.
      const chosen = sql`
        select ${CHOSEN_COLUMNS}, c.from_status as to_status from events.status_change c join events.event e on e.id = c.event_id
        where ${theirs} and e.status = c.to_status and e.updated_at = c.at
        order by e.id for update of e`;
      const moved = await moveEvents(em, this.bus, chosen, { ...actorOf(caller), askedBy: null }, newId());
      return { organisations: found.map(({ organisation_id }) => organisation_id), count: moved };
    });
    tellOfEvents(this.live, organisations);
    return count;
  }
}
