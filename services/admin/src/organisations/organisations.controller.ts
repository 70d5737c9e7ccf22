import { Controller } from '@nestjs/common';
import { createOrganisation, currentOrganisation, type InputOf, listOrganisationOptions } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, organisationScope, Serves, STAFF } from '@leakwatch/platform';
import { CreateOrganisation } from './create-organisation.ts';
import { describeCompany } from './describe-company.ts';
import { organisationOptions } from './organisation-options.read-model.ts';
import { organisationById } from './organisation.store.ts';

@Controller()
export class OrganisationsController {
  constructor(
    private readonly createOrganisation: CreateOrganisation,
    private readonly database: Database,
  ) {}

  @Serves(createOrganisation)
  async post(@FromRequest() input: InputOf<typeof createOrganisation>) {
    return { id: await this.createOrganisation.run(input.body) };
  }

  @Serves(listOrganisationOptions)
  getOptions() {
    return this.database.inScope(STAFF, organisationOptions);
  }

  @Serves(currentOrganisation)
  async getCurrent(@FromCaller() caller: Caller) {
    const { organisation: id } = caller;
    if (id === null) return null;
    const organisation = await this.database.inScope(organisationScope(id), (em) => organisationById(em, id));
    return organisation === undefined ? null : describeCompany(organisation);
  }
}
