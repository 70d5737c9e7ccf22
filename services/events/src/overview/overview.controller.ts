import { Controller } from '@nestjs/common';
import { eventOverview, type InputOf } from '@leakwatch/contracts';
import { type Caller, Database, databaseNow, FromCaller, FromRequest, scopeOf, Serves } from '@leakwatch/platform';
import { overviewOf } from './overview.read-model.ts';

@Controller()
export class OverviewController {
  constructor(private readonly database: Database) {}

  @Serves(eventOverview)
  get(@FromRequest() { query }: InputOf<typeof eventOverview>, @FromCaller() caller: Caller) {
    const sees = caller.staff ? null : caller.organisation;
    return this.database.read(scopeOf(caller), async (em) => overviewOf(em, query, sees, await databaseNow(em)));
  }
}
