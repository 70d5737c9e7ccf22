import { Injectable } from '@nestjs/common';
import { type AnswerOf, internalEventSnapshot, type rebuildCharts } from '@leakwatch/contracts';
import { asService, Conflict, CONSUMER, Database, ServiceClients, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { keepCounted } from './count-events.ts';

type Step = AnswerOf<typeof rebuildCharts>;

/**
 * Counts again from the events service's snapshot while changes arrive. A rebuild has a number. What is counted or read
 * after its beginning carries it; what does not at the end is gone from the events service. The counts are replaced in
 * one transaction, so charts are whole all along; a rebuild that is left half-way leaves nothing behind.
 */
@Injectable()
export class RebuildCharts {
  constructor(
    private readonly database: Database,
    private readonly services: ServiceClients,
  ) {}

  /** One page. Throws Conflict `rebuild_unknown` for a number that was never given, Unavailable without the events service. */
  async step(given: number | null, after: string | null, requestId: string): Promise<Step> {
    const rebuild = given ?? (await this.begin());
    const asking = asService('reports', requestId);
    const page = await this.services.call(internalEventSnapshot, asking, { query: { after: after ?? undefined } });
    await this.database.inScope(CONSUMER, async (em) => {
      const known = await row(em, sql`select number from reports.rebuild where number = ${rebuild}`);
      if (known === undefined) throw new Conflict('rebuild_unknown');
      await keepCounted(em, page.events, rebuild);
      if (page.next === null) await countAgain(em, rebuild);
    });
    return { rebuild, after: page.next, events: page.events.length, done: page.next === null };
  }

  private async begin(): Promise<number> {
    const begun = await this.database.inScope(CONSUMER, (em) =>
      row(em, sql<{ number: number }>`insert into reports.rebuild (number) select max(number) + 1 from reports.rebuild returning number`),
    );
    if (begun === undefined) throw new Error('no rebuild was begun');
    return begun.number;
  }
}

async function countAgain(em: SqlEntityManager, rebuild: number): Promise<void> {
  // Whoever counts a new event either ends before this, and is read below, or adds to the new counts afterwards.
  await rows(em, sql`lock table reports.daily_events in share row exclusive mode`);
  await rows(em, sql`delete from reports.counted_event where rebuild < ${rebuild}`);
  await rows(em, sql`delete from reports.daily_events`);
  await rows(
    em,
    sql`insert into reports.daily_events (organisation_id, task_id, day, source_type, pattern, events)
        select c.organisation_id, c.task_id, c.day, c.source_type, c.pattern, count(*) from reports.counted_event c
        where not exists (select from reports.deleted_task t where t.task_id = c.task_id) group by 1, 2, 3, 4, 5`,
  );
}
