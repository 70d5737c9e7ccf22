import { Controller } from '@nestjs/common';
import {
  changeManyStatuses,
  changeOneStatus,
  type InputOf,
  internalEventCounts,
  listEvents,
  listSameFile,
  listSimilar,
  withOwnId,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, InvalidRequest, NotFound, organisationScope, Serves } from '@leakwatch/platform';
import { ReadMasked } from '../detectors/read-masked.ts';
import { ChangeStatus } from './change-status.ts';
import { badgeCounts } from './event-list.read-model.ts';
import { EventPages } from './event-pages.ts';
import { similarList } from './similar-events.read-model.ts';
import { sameFileEvents } from './same-file.read-model.ts';

@Controller()
export class LeakEventsController {
  constructor(
    private readonly database: Database,
    private readonly masked: ReadMasked,
    private readonly changeStatus: ChangeStatus,
    private readonly pages: EventPages,
  ) {}

  @Serves(listEvents)
  getList(@FromRequest() input: InputOf<typeof listEvents>, @FromCaller() caller: Caller) {
    const query = withOwnId(input.query, caller.account?.id ?? null);
    return this.masked.for(caller, (em, viewer) => this.pages.read(em, query, caller, viewer));
  }

  @Serves(changeManyStatuses)
  postMany(@FromRequest() input: InputOf<typeof changeManyStatuses>, @FromCaller() caller: Caller) {
    const { events, filters, status, reason = null, idempotency_key: key } = input.body;
    const to = { status, reason };
    const sender = { caller, key };
    if (filters === undefined) return this.changeStatus.many(events ?? [], to, sender);
    return this.changeStatus.matching(withOwnId(filters, caller.account?.id ?? null), to, sender);
  }

  @Serves(changeOneStatus)
  postOne(@FromRequest() input: InputOf<typeof changeOneStatus>, @FromCaller() caller: Caller) {
    const { event, same_file, same, simular, status, reason = null, idempotency_key: key } = input.body;
    const { id } = input.params;
    // Nobody knows which of the two is meant.
    if (event !== undefined && event.toLowerCase() !== id.toLowerCase())
      throw new InvalidRequest('invalid_request', { event: 'other_than_path' });
    const to = { status, reason };
    const others = { sameFile: same_file || same === true, similar: simular === true };
    return this.changeStatus.one(id, to, others, { caller, key });
  }

  @Serves(listSameFile)
  async getSameFile(@FromRequest() input: InputOf<typeof listSameFile>, @FromCaller() caller: Caller) {
    const found = await this.masked.for(caller, (em, viewer) => sameFileEvents(em, input.params.id, viewer));
    if (found === undefined) throw new NotFound();
    return found;
  }

  @Serves(listSimilar)
  async getSimilar(@FromRequest() input: InputOf<typeof listSimilar>, @FromCaller() caller: Caller) {
    const found = await this.masked.for(caller, (em, viewer) => similarList(em, input, viewer));
    if (found === undefined) throw new NotFound();
    return found;
  }

  /** The badges count the caller's organisation, for staff too. */
  @Serves(internalEventCounts)
  async getCounts(@FromCaller() caller: Caller) {
    const { organisation } = caller;
    if (organisation === null) return { events: 0, rules: 0 };
    return this.database.read(organisationScope(organisation), (em) => badgeCounts(em, organisation));
  }
}
