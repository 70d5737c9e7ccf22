import { Injectable } from '@nestjs/common';
import { type AnswerOf, internalEventSnapshot, type rebuildCharts } from '@leakwatch/contracts';
import { asService, Conflict, CONSUMER, Database, ServiceClients } from '@leakwatch/platform';
import { beginRebuild, endRebuild, isRebuildKnown, keepCounted, lockCounts } from './event-counts.store.ts';

type Step = AnswerOf<typeof rebuildCharts>;

/**
 * Counts again from the events service's snapshot while changes arrive. A rebuild has a number, and every event that is
 * counted or read after its beginning carries it; an event without it at the end no longer exists in the events service.
 * One transaction replaces the counts, so charts are complete all the time; an unfinished rebuild changes nothing.
 */
@Injectable()
export class RebuildCharts {
  constructor(
    private readonly database: Database,
    private readonly services: ServiceClients,
  ) {}

  /** One page. Throws Conflict `rebuild_unknown` for a number that was never given out, Unavailable without the events service. */
  async step(given: number | null, after: string | null, requestId: string): Promise<Step> {
    const rebuild = given ?? (await this.database.inScope(CONSUMER, beginRebuild));
    const asking = asService('reports', requestId);
    const page = await this.services.call(internalEventSnapshot, asking, { query: { after: after ?? undefined } });
    await this.database.inScope(CONSUMER, async (em) => {
      if (!(await isRebuildKnown(em, rebuild))) throw new Conflict('rebuild_unknown');
      if (page.next === null) await lockCounts(em);
      await keepCounted(em, page.events, rebuild);
      if (page.next === null) await endRebuild(em, rebuild);
    });
    return { rebuild, after: page.next, events: page.events.length, done: page.next === null };
  }
}
