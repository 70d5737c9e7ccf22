import { Controller } from '@nestjs/common';
import { chartData, type InputOf } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, Serves, scopeOf } from '@leakwatch/platform';
import { chartOf } from './chart-data.read-model.ts';

@Controller()
export class ChartsController {
  constructor(private readonly database: Database) {}

  /** Another organisation's task gives zeros, as one that has no events: its existence stays unknown. */
  @Serves(chartData)
  getChart(@FromRequest() input: InputOf<typeof chartData>, @FromCaller() caller: Caller) {
    return this.database.inScope(scopeOf(caller), (em) => chartOf(em, input.params.id, input.query));
  }
}
