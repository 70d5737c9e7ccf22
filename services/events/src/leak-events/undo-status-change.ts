import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, type Caller, Database, LIVE, type LiveNotifier, newId, noteOrganisations, scopeOf } from '@leakwatch/platform';
import { actorOf } from './change-status.ts';
import { EVENTS_CHANGED } from './event-change.ts';
import { setStatus } from './set-status.store.ts';
import { chosenToRestore, undoable } from './undo.store.ts';

/** The console offers undo for ten seconds; a slow network needs more. */
export const UNDO_SECONDS = 60;

/** Undoes a change that the caller made, or asked a rule to make, on events that no one has changed since. */
@Injectable()
export class UndoStatusChange {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** Returns how many events have their earlier status again; undefined when nothing can be undone. */
  async run(batch: string, caller: Caller): Promise<number | undefined> {
    const account = caller.account?.id ?? null;
    const undone = await this.database.inScope(scopeOf(caller), async (em) => {
      const found = await undoable(em, batch, account, UNDO_SECONDS);
      if (!found.some(({ fresh }) => fresh)) return undefined;
      const restored = await setStatus(
        em,
        this.bus,
        chosenToRestore(batch, account, caller.staff ? null : caller.organisation),
        actorOf(caller),
        newId(),
      );
      return { organisations: found.map(({ organisation_id }) => organisation_id), count: restored };
    });
    if (undone === undefined) return undefined;
    const { organisations, count } = undone;
    noteOrganisations(caller, organisations);
    this.live.notify(organisations, EVENTS_CHANGED);
    return count;
  }
}
