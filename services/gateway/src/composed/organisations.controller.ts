import { Controller } from '@nestjs/common';
import { type InputOf, listDeletedOrganisations, listOrganisations } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { ComposeDeletedOrganisations } from './compose-deleted-organisations.ts';
import { ComposeOrganisations } from './compose-organisations.ts';

@Controller()
export class OrganisationsController {
  constructor(
    private readonly compose: ComposeOrganisations,
    private readonly composeDeleted: ComposeDeletedOrganisations,
  ) {}

  @Serves(listOrganisations)
  getList(@FromRequest() { query }: InputOf<typeof listOrganisations>, @FromCaller() caller: Caller) {
    return this.compose.run(query, caller);
  }

  @Serves(listDeletedOrganisations)
  getDeleted(@FromRequest() { query }: InputOf<typeof listDeletedOrganisations>, @FromCaller() caller: Caller) {
    return this.composeDeleted.run(query, caller);
  }
}
