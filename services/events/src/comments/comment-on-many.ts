import { Inject, Injectable } from '@nestjs/common';
import { type AnswerOf, type commentOnMany, type InputOf, MAX_EVENTS_BY_FILTERS, withOwnId } from '@leakwatch/contracts';
import {
  type Caller,
  Conflict,
  Database,
  Forbidden,
  LIVE,
  type LiveNotifier,
  newId,
  noteOrganisations,
  scopeOf,
  type SqlEntityManager,
  sql,
} from '@leakwatch/platform';
import { lookUp } from '../event-index/look-up.read-model.ts';
import { EVENTS_CHANGED } from '../leak-events/event-change.ts';
import { newestOf } from '../leak-events/event-order.read-model.ts';
import { matchingList, ownedBy } from '../leak-events/event-filters.ts';
import { lockEvents } from '../leak-events/lock-events.store.ts';
import { addComments, deleteBatch, lockChosen } from './comments-of-many.store.ts';
import { readText } from './write-comment.ts';

type Body = InputOf<typeof commentOnMany>['body'];
type Answer = AnswerOf<typeof commentOnMany>;
type Skipped = Answer['skipped'];

/** Adds the same comment to several events in one transaction, and takes such comments back (docs/behaviour/events.md). */
@Injectable()
export class CommentOnMany {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /**
   * A comment that is sent again is added only to the events that lack it; the answer is as if the first call had not been made. Throws InvalidRequest with the fault of the text, and Conflict `events_max` for filters that match more events than one call comments on. */
  async add({ events, filters, text: typed }: Body, caller: Caller): Promise<Answer> {
    const text = readText(typed);
    const { account } = caller;
    if (account === null) throw new Forbidden();
    const batch = newId();
    const comment = { batch, text, author_id: account.id, author_name: account.username };
    const { added, organisations, full, skipped } = await this.database.inScope(scopeOf(caller), async (em) => {
      const sees = caller.staff ? null : caller.organisation;
      if (filters === undefined) {
        const { allowed, skipped } = await sortOut(em, events ?? [], caller);
        return { ...(await addComments(em, allowed, comment)), skipped };
      }
      const sought = await lookUp(em, withOwnId(filters, account.id), sees);
      const ids = await newestOf(em, { sought, sees, also: ownedBy(sees), limit: MAX_EVENTS_BY_FILTERS + 1 });
      if (ids.length > MAX_EVENTS_BY_FILTERS) throw new Conflict('events_max', { max: MAX_EVENTS_BY_FILTERS });
      const chosen = sql`e.id = any (${[...ids]}::uuid[]) and ${matchingList(sought)} and ${ownedBy(sees)}`;
      return { ...(await addComments(em, await lockChosen(em, chosen), comment)), skipped: [] };
    });
    this.notify(organisations, caller);
    return { added, batch, skipped: [...skipped, ...full.map((id) => ({ id, reason: 'comments_limit_reached' as const }))] };
  }

  /**
   * Deletes the comments that the caller added with this batch in the last `seconds`, except those that were changed since. Returns how many;
   * undefined when there is none.
   */
  async undo(batch: string, caller: Caller, seconds: number): Promise<number | undefined> {
    const { account } = caller;
    if (account === null) return undefined;
    const { deleted, organisations } = await this.database.inScope(scopeOf(caller), (em) =>
      deleteBatch(em, batch, account.id, seconds, caller.staff ? null : caller.organisation),
    );
    if (deleted === 0) return undefined;
    this.notify(organisations, caller);
    return deleted;
  }

  private notify(organisations: readonly string[], caller: Caller): void {
    noteOrganisations(caller, organisations);
    this.live.notify(organisations, EVENTS_CHANGED);
  }
}

/** Locks the events; those that the caller may comment on, and why not the others. */
async function sortOut(em: SqlEntityManager, ids: readonly string[], caller: Caller): Promise<{ allowed: string[]; skipped: Skipped }> {
  const locked = new Map((await lockEvents(em, ids)).map((event) => [event.id, event]));
  const allowed: string[] = [];
  const skipped: Skipped = [];
  for (const id of new Set(ids)) {
    const event = locked.get(id);
    if (event === undefined) skipped.push({ id, reason: 'not_found' });
    else if (!caller.staff && event.organisation_active !== true) skipped.push({ id, reason: 'not_allowed' });
    else allowed.push(id);
  }
  return { allowed, skipped };
}
