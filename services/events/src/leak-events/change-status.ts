import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, changeManyStatuses } from '@leakwatch/contracts';
import {
  type Bus,
  BUS,
  type Caller,
  Conflict,
  Database,
  LIVE,
  type LiveTeller,
  newId,
  noteOrganisations,
  NotFound,
  rows,
  type SqlEntityManager,
  scopeOf,
  sql,
} from '@leakwatch/platform';
import { mayChangeStatus, type TriageStatus } from '@leakwatch/vocabulary';
import { type Actor, applyMoves, type LockedEvent, lockEvents } from './status-change.store.ts';
import { tellOfEvents } from './tell-of-events.ts';

type Answer = AnswerOf<typeof changeManyStatuses>;
/** What a change answers, and whose events it moved. */
interface Change {
  readonly answer: Answer;
  readonly organisations: readonly string[];
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

/** Changes the status of events in one transaction; what cannot change is named with its reason. */
@Injectable()
export class ChangeStatus {
  constructor(
    private readonly database: Database,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LIVE) private readonly live: LiveTeller,
  ) {}

  /** Another organisation's event is `not_found`, as one that is not there. */
  async many(ids: readonly string[], to: TriageStatus, caller: Caller): Promise<Answer> {
    return this.tell(await this.database.inScope(scopeOf(caller), (em) => this.change(em, ids, to, caller)));
  }

  /** Throws NotFound, or Conflict `status_unchanged` when the event has that status already. */
  async one(id: string, to: TriageStatus, withSameFile: boolean, caller: Caller): Promise<Answer> {
    const change = await this.database.inScope(scopeOf(caller), async (em) => {
      const [event] = await lockEvents(em, [id]);
      if (event === undefined) throw new NotFound();
      if (event.status === to && !withSameFile) throw new Conflict('status_unchanged');
      const ids = withSameFile ? [id, ...(await idsOfSameFile(em, id))] : [id];
      return this.change(em, ids, to, caller);
    });
    return this.tell(change);
  }

  private tell({ answer, organisations }: Change): Answer {
    tellOfEvents(this.live, organisations);
    return answer;
  }

  private async change(em: SqlEntityManager, ids: readonly string[], to: TriageStatus, caller: Caller): Promise<Change> {
    const events = new Map((await lockEvents(em, ids)).map((event) => [event.id, event]));
    noteOrganisations(
      caller,
      [...events.values()].map((event) => event.organisation_id),
    );
    const skipped: Answer['skipped'] = [];
    const moves: { event: LockedEvent; to: TriageStatus }[] = [];
    for (const id of new Set(ids)) {
      const event = events.get(id);
      const reason = reasonAgainst(event, to, caller);
      if (reason !== null) skipped.push({ id, reason });
      else if (event !== undefined) moves.push({ event, to });
    }
    const batch = newId();
    await applyMoves(em, this.bus, moves, actorOf(caller), batch);
    return { answer: { changed: moves.length, batch, skipped }, organisations: moves.map(({ event }) => event.organisation_id) };
  }
}

async function idsOfSameFile(em: SqlEntityManager, id: string): Promise<string[]> {
  const found = await rows(
    em,
    sql<{ id: string }>`
      select other.id from events.event e join events.event other on other.organisation_id = e.organisation_id
        and other.source_type = e.source_type and other.container_key = e.container_key and other.path = e.path and other.id <> e.id
      where e.id = ${id}`,
  );
  return found.map((event) => event.id);
}
