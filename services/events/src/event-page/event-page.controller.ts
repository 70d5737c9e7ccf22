import { Controller } from '@nestjs/common';
import { eventNeighbours, getEvent, type InputOf, listEventActivity, withOwnId } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, NotFound, noteOrganisations, scopeOf, Serves } from '@leakwatch/platform';
import { ReadMasked } from '../detectors/read-masked.ts';
import { tables } from '../entities.ts';
import { oneEvent } from '../leak-events/event-list.read-model.ts';
import { eventActivity } from './activity.read-model.ts';
import { neighboursOf } from './neighbours.read-model.ts';

/** Every call answers NotFound alike for a missing event and for one that the caller may not see. */
@Controller()
export class EventPageController {
  constructor(
    private readonly database: Database,
    private readonly masked: ReadMasked,
  ) {}

  @Serves(getEvent)
  getOne(@FromRequest() { params: { id } }: InputOf<typeof getEvent>, @FromCaller() caller: Caller) {
    return this.masked.for(caller, async (em, viewer) => {
      const event = await oneEvent(em, id, viewer);
      const more = await tables(em)
        .selectFrom('events.event')
        .select(['organisation_id', 'versions'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (event === undefined || more === undefined) throw new NotFound();
      noteOrganisations(caller, [more.organisation_id]);
      return { ...event, versions: more.versions };
    });
  }

  @Serves(listEventActivity)
  async getActivity(@FromRequest() input: InputOf<typeof listEventActivity>, @FromCaller() caller: Caller) {
    const found = await this.database.read(scopeOf(caller), (em) => eventActivity(em, input));
    if (found === undefined) throw new NotFound();
    return found;
  }

  @Serves(eventNeighbours)
  async getNeighbours(@FromRequest() input: InputOf<typeof eventNeighbours>, @FromCaller() caller: Caller) {
    const asked = { ...input, query: withOwnId(input.query, caller.account?.id ?? null) };
    const found = await this.database.read(scopeOf(caller), (em) => neighboursOf(em, asked, caller.staff ? null : caller.organisation));
    if (found === undefined) throw new NotFound();
    return found;
  }
}
