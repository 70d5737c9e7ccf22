import { Controller, Inject } from '@nestjs/common';
import { type InputOf, listFleetSources, organisationQueue } from '@leakwatch/contracts';
import { Database, FromRequest, Serves, STAFF } from '@leakwatch/platform';
import { UNIT_SOURCES, type UnitSource } from '../../sources/unit-source.port.ts';
import { fleetSources, queueOf } from './fleet-sources.read-model.ts';

@Controller()
export class FleetController {
  constructor(
    private readonly database: Database,
    @Inject(UNIT_SOURCES) private readonly sources: readonly UnitSource[],
  ) {}

  @Serves(listFleetSources)
  async getSources() {
    const kinds = this.sources.map(({ kind }) => kind);
    return { sources: await this.database.inScope(STAFF, (em) => fleetSources(em, kinds)) };
  }

  @Serves(organisationQueue)
  async getQueue(@FromRequest() { params }: InputOf<typeof organisationQueue>) {
    return { sources: await this.database.inScope(STAFF, (em) => queueOf(em, params.id)) };
  }
}
