import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, type changeManyStatuses, type EventFilters, MAX_EVENTS_BY_FILTERS, statusChangeAnswer } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  InvalidRequest,
  isStaffAct,
  LIVE,
  type LiveNotifier,
  newId,
  noteOrganisations,
  NotFound,
  type SqlEntityManager,
  scopeOf,
  sql,
} from '@leakwatch/platform';
import { type CloseReason, mayChangeStatus, reasonSuits, type TriageStatus } from '@leakwatch/vocabulary';
import { type Made, MakeOnce } from '../sent-changes/make-once.ts';
import { countChosen, mayChange, stillChosen, organisationsOfBatch } from './chosen-by-filters.store.ts';
import { lookUp } from '../event-index/look-up.read-model.ts';
import { matchingList } from './event-filters.ts';
import { newestOf } from './event-order.read-model.ts';
import { EVENTS_CHANGED } from './event-change.ts';
import { type LockedEvent, lockEvents } from './lock-events.store.ts';
import { idsOfSimilar } from './similar-events.read-model.ts';
import { idsOfSameFile } from './same-file.read-model.ts';
import { type Actor, chosenByIds, setStatus } from './set-status.store.ts';

type Answer = AnswerOf<typeof changeManyStatuses>;
type Change = Made<Answer>;
/** The status that is wanted, and why an event is closed. */
interface Wanted {
  readonly status: TriageStatus;
  readonly reason: CloseReason | null;
}
/** Who sends a change, with the id that the caller gave it, if any. */
export interface Sender {
  readonly caller: Caller;
  readonly key: string | undefined;
}
/** Which events change beside one. */
export interface OthersToChange {
  readonly sameFile: boolean;
  /** Those of other files. */
  readonly similar: boolean;
}

type Reason = Answer['skipped'][number]['reason'];

export const actorOf = (caller: Caller): Actor => ({
  kind: isStaffAct(caller) ? 'staff' : 'user',
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

function checkReason({ status, reason }: Wanted): void {
  if (reason !== null && !reasonSuits(reason, status)) throw new InvalidRequest('reason_unsuitable', { reason: 'reason_unsuitable' });
}

/** Changes the status of events in one transaction; the answer names each event that kept its status, with the reason. */
@Injectable()
export class ChangeStatus {
  constructor(
    private readonly database: Database,
    private readonly once: MakeOnce,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /**
   * All that the filters match and the caller may change, MAX_EVENTS_BY_FILTERS at once; the answer says how many are left. Throws InvalidRequest
   * `reason_unsuitable`.
   */
  async matching(filters: EventFilters, to: Wanted, sender: Sender): Promise<Answer> {
    checkReason(to);
    const { caller } = sender;
    const actor = actorOf(caller);
    const sees = caller.staff ? null : caller.organisation;
    const change = await this.made({ filters, to }, sender, async (em) => {
      const sought = await lookUp(em, filters, sees);
      const also = mayChange(to.status, actor.kind, sees);
      const chosen = sql`${matchingList(sought)} and ${also}`;
      const ids = await newestOf(em, { sought, sees, also, limit: MAX_EVENTS_BY_FILTERS });
      const batch = newId();
      const changed = await setStatus(em, this.bus, stillChosen(ids, chosen, to.status, to.reason), actor, batch);
      const organisations = await organisationsOfBatch(em, batch);
      const left = ids.length < MAX_EVENTS_BY_FILTERS ? 0 : await countChosen(em, sought, to.status, actor.kind, sees);
      return { answer: { changed, batch, skipped: [], left }, organisations };
    });
    noteOrganisations(caller, change.organisations);
    return this.notify(change);
  }

  /** Another organisation's event is `not_found`, like one that does not exist. Throws InvalidRequest `reason_unsuitable`. */
  async many(ids: readonly string[], to: Wanted, sender: Sender): Promise<Answer> {
    checkReason(to);
    return this.notify(
      await this.made({ ids, to }, sender, async (em) => this.change(em, ids, await lockEvents(em, ids), to, sender.caller)),
    );
  }

  /** Throws InvalidRequest `reason_unsuitable`, NotFound, or Conflict `status_unchanged` when the event has that status already. */
  async one(id: string, to: Wanted, others: OthersToChange, sender: Sender): Promise<Answer> {
    checkReason(to);
    const change = await this.made({ id, to, others }, sender, async (em) => {
      const { sameFile, similar } = others;
      const ids = [id, ...(sameFile ? await idsOfSameFile(em, id) : []), ...(similar ? await idsOfSimilar(em, id) : [])];
      // All at once: who locked one of them first and then the others would lock in another order than everybody else.
      const events = await lockEvents(em, ids);
      const event = events.find((locked) => locked.id === id);
      if (event === undefined) throw new NotFound();
      if (event.status === to.status && !sameFile && !similar) throw new Conflict('status_unchanged');
      return this.change(em, ids, events, to, sender.caller);
    });
    return this.notify(change);
  }

  private made(change: object, { caller, key }: Sender, make: (em: SqlEntityManager) => Promise<Change>): Promise<Change> {
    return this.database.inScope(scopeOf(caller), (em) =>
      this.once.run(em, { key, caller, change, schema: statusChangeAnswer }, () => make(em)),
    );
  }

  private notify({ answer, organisations }: Change): Answer {
    this.live.notify(organisations, EVENTS_CHANGED);
    return answer;
  }

  private async change(
    em: SqlEntityManager,
    ids: readonly string[],
    locked: readonly LockedEvent[],
    to: Wanted,
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
      const reason = reasonAgainst(event, to.status, caller);
      if (reason !== null) skipped.push({ id, reason });
      else if (event !== undefined) changing.push(event);
    }
    const batch = newId();
    const chosen = chosenByIds(
      changing.map(({ id }) => id),
      to.status,
      to.reason,
    );
    const changed = changing.length === 0 ? 0 : await setStatus(em, this.bus, chosen, actorOf(caller), batch);
    return { answer: { changed, batch, skipped, left: 0 }, organisations: changing.map((event) => event.organisation_id) };
  }
}
