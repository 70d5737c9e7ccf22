import { Controller } from '@nestjs/common';
import { type AnswerOf, type CountedEvent, type InputOf, internalEventSnapshot, SNAPSHOT_PAGE } from '@leakwatch/contracts';
import { Database, FromRequest, rows, Serves, STAFF, sql } from '@leakwatch/platform';

type StoredEvent = Omit<CountedEvent, 'created'> & { readonly created: Date };

@Controller()
export class SnapshotController {
  constructor(private readonly database: Database) {}

  /** Every organisation's events, as staff see them: what went with its task is not among them. */
  @Serves(internalEventSnapshot)
  async getSnapshot(@FromRequest() input: InputOf<typeof internalEventSnapshot>): Promise<AnswerOf<typeof internalEventSnapshot>> {
    const after = input.query.after ?? null;
    const found = await this.database.inScope(STAFF, (em) =>
      rows(
        em,
        sql<StoredEvent>`
          select id as event_id, organisation_id, task_id, source_type, pattern_text as pattern, created from events.event
          where ${after}::uuid is null or id > ${after}::uuid order by id limit ${SNAPSHOT_PAGE}`,
      ),
    );
    const events = found.map((event) => ({ ...event, created: event.created.toISOString() }));
    return { events, next: events.length < SNAPSHOT_PAGE ? null : (events.at(-1)?.event_id ?? null) };
  }
}
