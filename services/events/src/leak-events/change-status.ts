import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, changeManyStatuses } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  LIVE,
  type LiveNotifier,
  newId,
  noteOrganisations,
  NotFound,
  type SqlEntityManager,
  scopeOf,
} from '@leakwatch/platform';
import { mayChangeStatus, type TriageStatus } from '@leakwatch/vocabulary';
import { EVENTS_CHANGED } from './event-change.ts';
import { type LockedEvent, lockEvents } from './lock-events.store.ts';
import { idsOfSimilar } from './similar-events.read-model.ts';
import { idsOfSameFile } from './same-file.read-model.ts';
import { type Actor, chosenByIds, setStatus } from './set-status.store.ts';

type Answer = AnswerOf<typeof changeManyStatuses>;
/** What a change answers, and whose events it changed. */
interface Change {
  readonly answer: Answer;
  readonly organisations: readonly string[];
}
/** Which events change beside one. */
export interface OthersToChange {
  readonly sameFile: boolean;
  /** Those of other files. */
  readonly similar: boolean;
}

type Reason = Answer['skipped'][number]['reason'];

export const actorOf = (caller: Caller): Actor => ({
  kind: caller.staff ? 'staff' : 'user',
  id: caller.account?.id ?? null,
  name: caller.account?.username ?? '',
});

/** Why an event keeps its status, or null when it may change. */
function reasonAgainst(event: LockedEvent | undefined, to: TriageStatus, caller: Caller): Reason | null {
  if (event === undefined) return 'not_found';
  if (event.status === to) return 'same_status';
  const owns = event.organisation_id === caller.organisation && event.organisation_active === true;
  return (owns || caller.staff) && mayChangeStatus(actorOf(caller).kind, event.status, to) ? null : 'not_allowed';
}

/** Changes the status of events in one transaction; the answer names each event that kept its status, with the reason. */
@Injectable()
export class ChangeStatus {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** Another organisation's event is `not_found`, like one that does not exist. */
  async many(ids: readonly string[], to: TriageStatus, caller: Caller): Promise<Answer> {
    return this.notify(
      await this.database.inScope(scopeOf(caller), async (em) => this.change(em, ids, await lockEvents(em, ids), to, caller)),
    );
  }

  /** Throws NotFound, or Conflict `status_unchanged` when the event has that status already. */
  async one(id: string, to: TriageStatus, others: OthersToChange, caller: Caller): Promise<Answer> {
    const change = await this.database.inScope(scopeOf(caller), async (em) => {
      const { sameFile, similar } = others;
      const ids = [id, ...(sameFile ? await idsOfSameFile(em, id) : []), ...(similar ? await idsOfSimilar(em, id) : [])];
      // All at once: who locked one of them first and then the others would lock in another order than everybody else.
      const events = await lockEvents(em, ids);
      const event = events.find((locked) => locked.id === id);
      if (event === undefined) throw new NotFound();
      if (event.status === to && !sameFile && !similar) throw new Conflict('status_unchanged');
      return this.change(em, ids, events, to, caller);
    });
    return this.notify(change);
  }

  private notify({ answer, organisations }: Change): Answer {
    this.live.notify(organisations, EVENTS_CHANGED);
    return answer;
  }

  private async change(
    em: SqlEntityManager,
    ids: readonly string[],
    locked: readonly LockedEvent[],
    to: TriageStatus,
    caller: Caller,
  ): Promise<Change> {
    const events = new Map(locked.map((event) => [event.id, event]));
    noteOrganisations(
      caller,
      [...events.values()].map((event) => event.organisation_id),
    );
    const skipped: Answer['skipped'] = [];
    const changing: LockedEvent[] = [];
    for (const id of new Set(ids)) {
      const event = events.get(id);
      const reason = reasonAgainst(event, to, caller);
      if (reason !== null) skipped.push({ id, reason });
      else if (event !== undefined) changing.push(event);
    }
    const batch = newId();
    const chosen = chosenByIds(
      changing.map(({ id }) => id),
      to,
    );
    const changed = changing.length === 0 ? 0 : await setStatus(em, this.bus, chosen, actorOf(caller), batch);
    return { answer: { changed, batch, skipped }, organisations: changing.map((event) => event.organisation_id) };
  }
}
