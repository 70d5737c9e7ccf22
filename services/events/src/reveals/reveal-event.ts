import { Injectable } from '@nestjs/common';
import { type AnswerOf, REVEAL_MINUTES, type revealEvent } from '@leakwatch/contracts';
import { type Caller, Database, NotFound, scopeOf } from '@leakwatch/platform';
import { highlightedHtml, segmentsOf } from '../leak-events/excerpt-html.ts';
import { tables } from '../entities.ts';
import { RecordReveal } from './record-reveal.ts';

const MINUTE_MS = 60_000;

@Injectable()
export class RevealEvent {
  constructor(
    private readonly database: Database,
    private readonly reveals: RecordReveal,
  ) {}

  /** The text around the matches unmasked; recorded with it. Throws too_many_requests and NotFound. */
  async run(id: string, caller: Caller): Promise<AnswerOf<typeof revealEvent>> {
    await this.reveals.allow(caller);
    return this.database.inScope(scopeOf(caller), async (em) => {
      await this.reveals.record(em, id, 'values', caller);
      const event = await tables(em).selectFrom('events.event').select('excerpt').where('id', '=', id).executeTakeFirst();
      if (event === undefined) throw new NotFound();
      const { text, highlights } = event.excerpt;
      return {
        file_content: highlightedHtml(text, highlights),
        segments: segmentsOf(event.excerpt),
        revealed_until: new Date(Date.now() + REVEAL_MINUTES * MINUTE_MS).toISOString(),
      };
    });
  }
}
