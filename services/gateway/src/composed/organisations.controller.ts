import { Controller } from '@nestjs/common';
import { type InputOf, listOrganisations } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { ComposeOrganisations } from './compose-organisations.ts';

@Controller()
export class OrganisationsController {
  constructor(private readonly compose: ComposeOrganisations) {}

  @Serves(listOrganisations)
  getList(@FromRequest() { query }: InputOf<typeof listOrganisations>, @FromCaller() caller: Caller) {
    return this.compose.run(query, caller);
  }
}
