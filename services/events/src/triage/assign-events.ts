import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, type assignEvents, assignmentAnswer, type InputOf, MAX_EVENTS_BY_FILTERS, withOwnId } from '@leakwatch/contracts';
import {
  type Caller,
  Database,
  LIVE,
  type LiveNotifier,
  newId,
  noteOrganisations,
  NotFound,
  type RawBuilder,
  type SqlEntityManager,
  scopeOf,
  sql,
} from '@leakwatch/platform';
import { type CloseReason, reasonSuits } from '@leakwatch/vocabulary';
import { actorOf } from '../leak-events/change-status.ts';
import { amongIds } from '../leak-events/chosen-by-filters.store.ts';
import { matchingList } from '../leak-events/event-filters.ts';
import { newestOf } from '../leak-events/event-order.read-model.ts';
import { EVENTS_CHANGED } from '../leak-events/event-change.ts';
import { type LockedEvent, lockEvents } from '../leak-events/lock-events.store.ts';
import { holdMember } from '../members/member.store.ts';
import { lookUp } from '../event-index/look-up.read-model.ts';
import { type Made, MakeOnce } from '../sent-changes/make-once.ts';
import { changedIn, chosenToTriage, chosenWhere, leftToTriage, type WantedTriage, wouldChange } from './chosen-events.store.ts';
import { setTriage, type Triaged } from './set-triage.store.ts';

type Body = InputOf<typeof assignEvents>['body'];
type Answer = AnswerOf<typeof assignEvents>;
type Wanted = WantedTriage & { readonly reason?: CloseReason | null | undefined };

/** Why an event stays as it is, or null when it changes. */
function reasonAgainst(event: LockedEvent | undefined, wanted: Wanted, caller: Caller): Answer['skipped'][number]['reason'] | null {
  if (event === undefined) return 'not_found';
  if (!caller.staff && event.organisation_active !== true) return 'not_allowed';
  const { assignee, due_date, reason } = wanted;
  if (assignee && assignee.organisation !== event.organisation_id) return 'not_member';
  if (reason && !reasonSuits(reason, event.status)) return 'reason_unsuitable';
  const same = (value: string | null | undefined, now: string | null) => value === undefined || value === now;
  const unchanged = same(assignee === null ? null : assignee?.id, event.assignee_id) && same(due_date, event.due_date);
  return unchanged && same(reason, event.close_reason) ? 'unchanged' : null;
}

/** Changes assignee, due date or reason of events in one transaction (docs/behaviour/events.md). */
@Injectable()
export class AssignEvents {
  constructor(
    private readonly database: Database,
    private readonly once: MakeOnce,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** Throws NotFound `member_not_found` for an account that is no member of an organisation that the caller sees. */
  async run({ idempotency_key: key, ...body }: Body, caller: Caller): Promise<Answer> {
    const { answer, organisations } = await this.database.inScope(scopeOf(caller), (em) =>
      this.once.run(em, { key, caller, change: body, schema: assignmentAnswer }, () => this.change(em, body, caller)),
    );
    noteOrganisations(caller, organisations);
    this.live.notify(organisations, EVENTS_CHANGED);
    return answer;
  }

  private async change(
    em: SqlEntityManager,
    { events, filters, batch: statusChange, assignee, ...values }: Omit<Body, 'idempotency_key'>,
    caller: Caller,
  ): Promise<Made<Answer>> {
    const account = caller.account?.id ?? null;
    const batch = newId();
    // A member before its events, as when it leaves (docs/locks.md).
    const wanted = { ...values, assignee: await memberOf(em, assignee, account) };
    if (statusChange !== undefined) return this.where(em, changedIn(statusChange, account), wanted, batch, caller);
    if (filters === undefined) return this.byIds(em, events ?? [], wanted, batch, caller);
    const sees = caller.staff ? null : caller.organisation;
    const sought = await lookUp(em, withOwnId(filters, account), sees);
    const ids = await newestOf(em, { sought, sees, also: wouldChange(wanted, sees), limit: MAX_EVENTS_BY_FILTERS });
    const { answer, organisations } = await this.where(em, sql`${amongIds(ids)} and ${matchingList(sought)}`, wanted, batch, caller);
    const left = ids.length < MAX_EVENTS_BY_FILTERS ? 0 : await leftToTriage(em, matchingList(sought), wanted, sees);
    return { answer: { ...answer, left }, organisations };
  }

  private async byIds(em: SqlEntityManager, ids: readonly string[], wanted: Wanted, batch: string, caller: Caller): Promise<Made<Answer>> {
    const locked = new Map((await lockEvents(em, ids)).map((event) => [event.id, event]));
    const skipped: Answer['skipped'] = [];
    const changing: string[] = [];
    for (const id of new Set(ids)) {
      const reason = reasonAgainst(locked.get(id), wanted, caller);
      if (reason === null) changing.push(id);
      else skipped.push({ id, reason });
    }
    const none: Triaged = { count: 0, organisations: [] };
    const done = changing.length === 0 ? none : await setTriage(em, chosenToTriage(changing, wanted), actorOf(caller), batch);
    const organisations = [...locked.values()].map((event) => event.organisation_id);
    return { answer: { changed: done.count, batch, skipped, left: 0 }, organisations };
  }

  private async where(
    em: SqlEntityManager,
    matched: RawBuilder<unknown>,
    wanted: Wanted,
    batch: string,
    caller: Caller,
  ): Promise<Made<Answer>> {
    const sees = caller.staff ? null : caller.organisation;
    const { count, organisations } = await setTriage(em, chosenWhere(matched, wanted, sees), actorOf(caller), batch);
    return { answer: { changed: count, batch, skipped: [], left: 0 }, organisations };
  }
}

/** The member, who stays one until the transaction ends; null to unassign, undefined for no change. */
async function memberOf(em: SqlEntityManager, assignee: Body['assignee'], caller: string | null) {
  if (assignee === undefined || assignee === null) return assignee;
  const account = assignee === 'me' ? caller : assignee;
  const member = account === null ? undefined : await holdMember(em, account);
  if (member === undefined) throw new NotFound('member_not_found');
  return member;
}
