import { Controller } from '@nestjs/common';
import { eventStatistics, type InputOf } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, scopeOf, Serves } from '@leakwatch/platform';
import { statisticsOf } from './statistics.read-model.ts';

@Controller()
export class StatisticsController {
  constructor(private readonly database: Database) {}

  @Serves(eventStatistics)
  get(@FromRequest() input: InputOf<typeof eventStatistics>, @FromCaller() caller: Caller) {
    return this.database.inScope(scopeOf(caller), (em) => statisticsOf(em, input.query));
  }
}
