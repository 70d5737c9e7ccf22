import { Controller } from '@nestjs/common';
import { currentLimits, type InputOf } from '@leakwatch/contracts';
import { type Caller, Database, Forbidden, FromCaller, FromRequest, organisationScope, Serves } from '@leakwatch/platform';
import { limitsOf } from './current-limits.read-model.ts';

@Controller()
export class LimitsController {
  constructor(private readonly database: Database) {}

  @Serves(currentLimits)
  get(@FromRequest() input: InputOf<typeof currentLimits>, @FromCaller() caller: Caller) {
    // Staff may name a company; from everybody else the parameter is ignored.
    const organisation = (caller.staff ? input.query.company : undefined) ?? caller.organisation;
    if (organisation === null) throw new Forbidden('not_in_organisation');
    return this.database.read(organisationScope(organisation), (em) => limitsOf(em, organisation));
  }
}
