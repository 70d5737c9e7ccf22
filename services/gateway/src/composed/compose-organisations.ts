import {
  type AnswerOf,
  type InputOf,
  internalEventsOfOrganisations,
  internalOrganisations,
  internalTasksOfOrganisations,
  type listOrganisations,
} from '@leakwatch/contracts';
import { Injectable } from '@nestjs/common';
import { type Caller, ServiceClients } from '@leakwatch/platform';
import { PART_MS, whenAway } from './when-away.ts';

/** The list of organisations of staff: from admin, with the counts of the services that own what is counted. */
@Injectable()
export class ComposeOrganisations {
  constructor(private readonly services: ServiceClients) {}

  /** One call of each service for the whole page. Counts of a service that does not answer are null. */
  async run(query: InputOf<typeof listOrganisations>['query'], caller: Caller): Promise<AnswerOf<typeof listOrganisations>> {
    const asking: Caller = { ...caller, service: 'gateway' };
    const { name, limit, offset, sort } = query;
    const page = { name, limit: String(limit), offset: String(offset), ...(sort !== undefined && { sort }) };
    const { count, results } = await this.services.call(internalOrganisations, asking, { query: page });
    const part = { body: { organisations: results.map(({ id }) => id) }, withinMs: PART_MS };
    const [tasks, events] = await Promise.all([
      this.services.call(internalTasksOfOrganisations, asking, part).catch(whenAway({ counts: null })),
      this.services.call(internalEventsOfOrganisations, asking, part).catch(whenAway({ counts: null })),
    ]);
    const of = (counts: Readonly<Record<string, number>> | null, id: string) => (counts === null ? null : (counts[id] ?? 0));
    return { count, results: results.map((one) => ({ ...one, tasks: of(tasks.counts, one.id), events: of(events.counts, one.id) })) };
  }
}
