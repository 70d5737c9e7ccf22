import { Inject, Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, LIVE, type LiveNotifier, newId, noteOrganisations, scopeOf } from '@leakwatch/platform';
import { CommentOnMany } from '../comments/comment-on-many.ts';
import { actorOf } from '../leak-events/change-status.ts';
import { EVENTS_CHANGED } from '../leak-events/event-change.ts';
import { UNDO_SECONDS, UndoStatusChange } from '../leak-events/undo-status-change.ts';
import { setTriage } from './set-triage.store.ts';
import { chosenToUndo, holdFormerAssignees, isFresh } from './undo-triage.store.ts';

/**
 * Undoes a change of statuses, assignees, due dates or reasons that the caller made, on events that no one has changed since, or deletes comments
 * that the caller added to several events.
 */
@Injectable()
export class UndoChange {
  constructor(
    private readonly statuses: UndoStatusChange,
    private readonly comments: CommentOnMany,
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** Returns how many events are as before. Throws Conflict `undo_expired` when nothing can be undone. */
  async run(batch: string, caller: Caller): Promise<number> {
    const restored =
      (await this.statuses.run(batch, caller)) ??
      (await this.triage(batch, caller)) ??
      (await this.comments.undo(batch, caller, UNDO_SECONDS));
    if (restored === undefined) throw new Conflict('undo_expired');
    return restored;
  }

  private async triage(batch: string, caller: Caller): Promise<number | undefined> {
    const account = caller.account?.id ?? null;
    const undone = await this.database.inScope(scopeOf(caller), async (em) => {
      if (!(await isFresh(em, batch, account, UNDO_SECONDS))) return undefined;
      await holdFormerAssignees(em, batch);
      return setTriage(em, chosenToUndo(batch, account, caller.staff ? null : caller.organisation), actorOf(caller), newId());
    });
    if (undone === undefined) return undefined;
    noteOrganisations(caller, undone.organisations);
    this.live.notify(undone.organisations, EVENTS_CHANGED);
    return undone.count;
  }
}
