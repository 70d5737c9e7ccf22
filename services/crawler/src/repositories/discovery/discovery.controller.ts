import { Controller } from '@nestjs/common';
import { discoverRepositories, type InputOf } from '@leakwatch/contracts';
import { type Caller, FromCaller, FromRequest, InvalidRequest, NotAuthenticated, Serves } from '@leakwatch/platform';
import { ActiveOrganisation } from './active-organisation.ts';
import { DiscoverRepositories } from './discover-repositories.ts';

@Controller()
export class DiscoveryController {
  constructor(
    private readonly organisations: ActiveOrganisation,
    private readonly discover: DiscoverRepositories,
  ) {}

  @Serves(discoverRepositories)
  async post(@FromRequest() { params, body }: InputOf<typeof discoverRepositories>, @FromCaller() caller: Caller) {
    if (caller.account === null) throw new NotAuthenticated();
    const source = params.source_type;
    if (body.source_type !== undefined && body.source_type !== source)
      throw new InvalidRequest('invalid_request', { source_type: 'differs' });
    const organisation = await this.organisations.of(caller);
    return this.discover.run(
      { source, name: body.account_name, isOrganisation: body.is_organisation },
      { accountId: caller.account.id, organisation },
    );
  }
}
