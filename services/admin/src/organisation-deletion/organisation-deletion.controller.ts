import { Controller } from '@nestjs/common';
import { deleteOrganisation, type InputOf, internalDeletedOrganisations } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, Serves, STAFF } from '@leakwatch/platform';
import { DeleteOrganisation } from './delete-organisation.ts';
import { deletedOrganisations } from './deleted-organisations.read-model.ts';

@Controller()
export class OrganisationDeletionController {
  constructor(
    private readonly deleteOrganisation: DeleteOrganisation,
    private readonly database: Database,
  ) {}

  @Serves(deleteOrganisation)
  async delete(@FromRequest() { params, query }: InputOf<typeof deleteOrganisation>, @FromCaller() caller: Caller) {
    await this.deleteOrganisation.run(params.id, query.cascade, caller);
    return { ok: true } as const;
  }

  @Serves(internalDeletedOrganisations)
  getDeleted(@FromRequest() { query }: InputOf<typeof internalDeletedOrganisations>) {
    return this.database.read(STAFF, (em) => deletedOrganisations(em, query));
  }
}
