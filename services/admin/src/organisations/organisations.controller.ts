import { Controller } from '@nestjs/common';
import {
  changeOrganisation,
  createOrganisation,
  getOrganisation,
  type InputOf,
  internalOrganisations,
  listOrganisationOptions,
  internalCompany,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, NotFound, organisationScope, Serves, STAFF } from '@leakwatch/platform';
import { ChangeOrganisation } from './change-organisation.ts';
import { CreateOrganisation } from './create-organisation.ts';
import { describeCompany } from './describe-company.ts';
import { describeOrganisation } from './describe-organisation.ts';
import { organisationList } from './organisation-list.read-model.ts';
import { organisationOptions } from './organisation-options.read-model.ts';
import { organisationById } from './organisation.store.ts';

@Controller()
export class OrganisationsController {
  constructor(
    private readonly createOrganisation: CreateOrganisation,
    private readonly changeOrganisation: ChangeOrganisation,
    private readonly database: Database,
  ) {}

  @Serves(createOrganisation)
  async post(@FromRequest() { body }: InputOf<typeof createOrganisation>, @FromCaller() caller: Caller) {
    return { id: await this.createOrganisation.run(body, caller) };
  }

  @Serves(getOrganisation)
  async getOne(@FromRequest() { params }: InputOf<typeof getOrganisation>) {
    const organisation = await this.database.read(STAFF, (em) => organisationById(em, params.id));
    if (organisation === undefined) throw new NotFound();
    return describeOrganisation(organisation);
  }

  @Serves(changeOrganisation)
  async patch(@FromRequest() { params, body }: InputOf<typeof changeOrganisation>, @FromCaller() caller: Caller) {
    await this.changeOrganisation.run(params.id, body, caller);
    return { ok: true } as const;
  }

  @Serves(internalOrganisations)
  getList(@FromRequest() { query }: InputOf<typeof internalOrganisations>) {
    return this.database.read(STAFF, (em) => organisationList(em, query));
  }

  @Serves(listOrganisationOptions)
  getOptions() {
    return this.database.read(STAFF, organisationOptions);
  }

  @Serves(internalCompany)
  async getCurrent(@FromCaller() caller: Caller) {
    const { organisation: id } = caller;
    if (id === null) return null;
    const organisation = await this.database.read(organisationScope(id), (em) => organisationById(em, id));
    return organisation === undefined ? null : describeCompany(organisation);
  }
}
