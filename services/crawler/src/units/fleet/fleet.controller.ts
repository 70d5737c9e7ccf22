import { Controller, Inject } from '@nestjs/common';
import { type InputOf, listAccountUse, listFleetSources, organisationQueue } from '@leakwatch/contracts';
import { Database, FromRequest, Serves, STAFF } from '@leakwatch/platform';
import { AccountUse, type Use } from '../../accounts/account-use.ts';
import { RateWindows } from '../../accounts/rate-windows.ts';
import { UNIT_SOURCES, type UnitSource } from '../../sources/unit-source.port.ts';
import { accountUse } from './account-use.read-model.ts';
import { fleetMirrors, mirrorQueueOf } from './fleet-mirrors.read-model.ts';
import { fleetSources, queueOf } from './fleet-sources.read-model.ts';

@Controller()
export class FleetController {
  constructor(
    private readonly database: Database,
    @Inject(UNIT_SOURCES) readonly sources: readonly UnitSource[],
    readonly use: AccountUse,
    readonly windows: RateWindows,
  ) {}

  @Serves(listFleetSources)
  async getSources() {
    const kinds = this.sources.map(({ kind }) => kind);
    // The rest of the page does not need Redis.
    const uses = await this.use.ofSources(kinds).catch((): readonly Use[] => []);
    const [found, mirrors] = await this.database.read(
      STAFF,
      async (em) => [await fleetSources(em, kinds), await fleetMirrors(em)] as const,
    );
    const sources = found.map((one, at) => ({ ...one, requests: uses[at]?.requests ?? null, refusals: uses[at]?.refusals ?? null }));
    // Servers of repositories are asked without service accounts, so nobody counts.
    return { sources: [...sources, { ...mirrors, requests: null, refusals: null }] };
  }

  @Serves(listAccountUse)
  async getUse(@FromRequest() { query }: InputOf<typeof listAccountUse>) {
    return { accounts: await accountUse(this, query.account) };
  }

  @Serves(organisationQueue)
  async getQueue(@FromRequest() { params }: InputOf<typeof organisationQueue>) {
    const { id } = params;
    return { sources: await this.database.read(STAFF, async (em) => [...(await queueOf(em, id)), ...(await mirrorQueueOf(em, id))]) };
  }
}
