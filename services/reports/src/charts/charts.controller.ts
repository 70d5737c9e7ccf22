import { Controller } from '@nestjs/common';
import { chartData, chartInfo, type InputOf, internalTaskTitle, organisationStatistics, rebuildCharts } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, Serves, ServiceClients, scopeOf } from '@leakwatch/platform';
import { RebuildCharts } from '../event-counts/rebuild-charts.ts';
import { chartOf } from './chart-data.read-model.ts';
import { chartPatterns } from './chart-info.read-model.ts';
import { organisationChart } from './organisation-statistics.read-model.ts';

@Controller()
export class ChartsController {
  constructor(
    private readonly database: Database,
    private readonly rebuild: RebuildCharts,
    private readonly services: ServiceClients,
  ) {}

  @Serves(chartData)
  async getChart(@FromRequest() input: InputOf<typeof chartData>, @FromCaller() caller: Caller) {
    await this.requireTask(input.params.id, caller);
    return this.database.read(scopeOf(caller), (em) => chartOf(em, input.params.id, input.query));
  }

  @Serves(chartInfo)
  async getPatterns(@FromRequest() input: InputOf<typeof chartInfo>, @FromCaller() caller: Caller) {
    await this.requireTask(input.params.id, caller);
    return this.database.read(scopeOf(caller), (em) => chartPatterns(em, input.params.id));
  }

  @Serves(organisationStatistics)
  getStatistics(@FromRequest() input: InputOf<typeof organisationStatistics>, @FromCaller() caller: Caller) {
    return this.database.read(scopeOf(caller), (em) => organisationChart(em, input.params.company, input.query.template));
  }

  @Serves(rebuildCharts)
  postRebuild(@FromRequest() input: InputOf<typeof rebuildCharts>, @FromCaller() caller: Caller) {
    return this.rebuild.step(input.body.rebuild, input.body.after, caller.request_id);
  }

  /** Throws NotFound for a task that the caller does not see, as the other calls of a task do. */
  private async requireTask(id: string, caller: Caller): Promise<void> {
    await this.services.call(internalTaskTitle, { ...caller, service: 'reports' }, { params: { id } });
  }
}
