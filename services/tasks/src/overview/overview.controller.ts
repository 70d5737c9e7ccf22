import { Controller } from '@nestjs/common';
import { type InputOf, sourceOverview } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, scopeOf, Serves } from '@leakwatch/platform';
import { sourcesOverview } from './source-overview.read-model.ts';

@Controller()
export class OverviewController {
  constructor(private readonly database: Database) {}

  @Serves(sourceOverview)
  get(@FromRequest() { query }: InputOf<typeof sourceOverview>, @FromCaller() caller: Caller) {
    return this.database.read(scopeOf(caller), (em) => sourcesOverview(em, query));
  }
}
