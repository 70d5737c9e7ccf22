import { Controller } from '@nestjs/common';
import { eventStatistics, type InputOf, internalEventsOfOrganisations, withOwnId } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, SCHEDULER, scopeOf, Serves } from '@leakwatch/platform';
import { countEventsOf } from './organisation-counts.read-model.ts';
import { statisticsOf } from './statistics.read-model.ts';

@Controller()
export class StatisticsController {
  constructor(private readonly database: Database) {}

  @Serves(eventStatistics)
  get(@FromRequest() input: InputOf<typeof eventStatistics>, @FromCaller() caller: Caller) {
    const query = withOwnId(input.query, caller.account?.id ?? null);
    return this.database.read(scopeOf(caller), (em) => statisticsOf(em, query, caller.staff ? null : caller.organisation));
  }

  @Serves(internalEventsOfOrganisations)
  async postCountsOf(@FromRequest() { body }: InputOf<typeof internalEventsOfOrganisations>) {
    return { counts: await this.database.read(SCHEDULER, (em) => countEventsOf(em, body.organisations)) };
  }
}
