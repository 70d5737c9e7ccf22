import { Controller, Inject } from '@nestjs/common';
import { listFleetSources } from '@leakwatch/contracts';
import { Database, Serves, STAFF } from '@leakwatch/platform';
import { UNIT_SOURCES, type UnitSource } from '../../sources/unit-source.port.ts';
import { fleetSources } from './fleet-sources.read-model.ts';

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
}
