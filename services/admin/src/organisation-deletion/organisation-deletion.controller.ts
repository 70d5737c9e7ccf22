import { Controller } from '@nestjs/common';
import { deleteOrganisation, type InputOf } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { DeleteOrganisation } from './delete-organisation.ts';

@Controller()
export class OrganisationDeletionController {
  constructor(private readonly deleteOrganisation: DeleteOrganisation) {}

  @Serves(deleteOrganisation)
  async delete(@FromRequest() { params, query }: InputOf<typeof deleteOrganisation>, @FromCaller() caller: Caller) {
    await this.deleteOrganisation.run(params.id, query.cascade, caller);
    return { ok: true } as const;
  }
}
