import { Controller } from '@nestjs/common';
import { assignEvents, type InputOf, listMembers, undoStatusChange } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, NotFound, scopeOf, Serves } from '@leakwatch/platform';
import { findEvent } from '../leak-events/lock-events.store.ts';
import { membersOf } from '../members/member.store.ts';
import { AssignEvents } from './assign-events.ts';
import { UndoChange } from './undo-change.ts';

@Controller()
export class TriageController {
  constructor(
    private readonly database: Database,
    private readonly assign: AssignEvents,
    private readonly undo: UndoChange,
  ) {}

  /** In the caller's scope: another organisation has no members there. */
  @Serves(listMembers)
  getMembers(@FromRequest() { query }: InputOf<typeof listMembers>, @FromCaller() caller: Caller) {
    return this.database.read(scopeOf(caller), async (em) => {
      const event = query.event === undefined ? undefined : await findEvent(em, query.event);
      if (query.event !== undefined && event === undefined) throw new NotFound();
      const organisation = caller.staff ? (query.org ?? event?.organisation_id ?? caller.organisation) : caller.organisation;
      return organisation === null ? [] : membersOf(em, organisation);
    });
  }

  @Serves(assignEvents)
  postAssign(@FromRequest() { body }: InputOf<typeof assignEvents>, @FromCaller() caller: Caller) {
    return this.assign.run(body, caller);
  }

  @Serves(undoStatusChange)
  async postUndo(@FromRequest() { body }: InputOf<typeof undoStatusChange>, @FromCaller() caller: Caller) {
    return { restored: await this.undo.run(body.batch, caller) };
  }
}
