import { Inject, Injectable } from '@nestjs/common';
import type { EventComment } from '@leakwatch/contracts';
import {
  type Caller,
  Conflict,
  Database,
  databaseNow,
  Forbidden,
  InvalidRequest,
  LIVE,
  type LiveNotifier,
  newId,
  noteOrganisations,
  NotFound,
  type SqlEntityManager,
  scopeOf,
} from '@leakwatch/platform';
import { readComment } from '@leakwatch/rules';
import { EVENTS_CHANGED } from '../leak-events/event-change.ts';
import { lockEvents } from '../leak-events/lock-events.store.ts';
import { addComment, findComment, findRepeated, lockComment, toWire } from './comment.store.ts';

/** Throws InvalidRequest with the fault of the text. */
export function readText(typed: string): string {
  const read = readComment(typed);
  if ('fault' in read) throw new InvalidRequest(read.fault, { text: read.fault });
  return read.text;
}

/**
 * Adds, changes and deletes comments (docs/behaviour/events.md). Every call throws NotFound for what the caller does not see,
 * and Conflict `organisation_inactive` for a customer whose organisation is not active.
 */
@Injectable()
export class WriteComment {
  constructor(
    private readonly database: Database,
    @Inject(LIVE) private readonly live: LiveNotifier,
  ) {}

  /** A comment that is sent again is not added twice. Throws Conflict `comments_limit_reached`, and InvalidRequest with the fault of the text. */
  async add(event: string, typed: string, caller: Caller): Promise<EventComment> {
    const text = readText(typed);
    const { account } = caller;
    if (account === null) throw new Forbidden();
    return this.write(caller, async (em) => {
      const organisation_id = await lockedEvent(em, event, caller);
      const comment = { event_id: event, author_id: account.id, text };
      const added =
        (await findRepeated(em, comment)) ??
        (await addComment(em, { ...comment, id: newId(), organisation_id, author_name: account.username }));
      if (added === undefined) throw new Conflict('comments_limit_reached');
      return [toWire(added), organisation_id];
    });
  }

  /** Throws Forbidden `comment_not_own`, and InvalidRequest with the fault of the text. */
  async change(id: string, typed: string, caller: Caller): Promise<EventComment> {
    const text = readText(typed);
    return this.write(caller, async (em) => {
      const comment = await ownComment(em, id, caller);
      em.assign(comment, { text, updated: await databaseNow(em) });
      await em.flush();
      return [toWire(comment), comment.organisation_id];
    });
  }

  /** Throws Forbidden `comment_not_own`. */
  async remove(id: string, caller: Caller): Promise<void> {
    await this.write(caller, async (em) => {
      const comment = await ownComment(em, id, caller);
      await em.remove(comment).flush();
      return [undefined, comment.organisation_id];
    });
  }

  /** Runs a change in the caller's scope, then notifies the open pages of the organisation that it returns. */
  private async write<T>(caller: Caller, change: (em: SqlEntityManager) => Promise<readonly [T, string]>): Promise<T> {
    const [result, organisation] = await this.database.inScope(scopeOf(caller), change);
    this.live.notify([organisation], EVENTS_CHANGED);
    return result;
  }
}

/** Locks an event that the caller may comment on; returns its organisation. */
async function lockedEvent(em: SqlEntityManager, id: string, caller: Caller): Promise<string> {
  const [event] = await lockEvents(em, [id]);
  if (event === undefined) throw new NotFound();
  noteOrganisations(caller, [event.organisation_id]);
  if (!caller.staff && event.organisation_active !== true) throw new Conflict('organisation_inactive');
  return event.organisation_id;
}

/** Locks a comment that the caller may change: the own one, any for staff. */
async function ownComment(em: SqlEntityManager, id: string, caller: Caller) {
  // The event first, as when it is deleted with its comments.
  const found = await findComment(em, id);
  if (found === undefined) throw new NotFound();
  await lockedEvent(em, found.event_id, caller);
  const comment = await lockComment(em, id);
  if (comment === undefined) throw new NotFound();
  if (!caller.staff && comment.author_id !== caller.account?.id) throw new Forbidden('comment_not_own');
  return comment;
}
