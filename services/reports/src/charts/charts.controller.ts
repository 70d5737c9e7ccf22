import { Controller } from '@nestjs/common';
import { chartData, chartInfo, type InputOf, organisationStatistics, rebuildCharts } from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, Serves, scopeOf } from '@leakwatch/platform';
import { RebuildCharts } from '../event-counts/rebuild-charts.ts';
import { chartOf } from './chart-data.read-model.ts';
import { chartPatterns } from './chart-info.read-model.ts';
import { organisationChart } from './organisation-statistics.read-model.ts';

@Controller()
export class ChartsController {
  constructor(
    private readonly database: Database,
    private readonly rebuild: RebuildCharts,
  ) {}

  /** Another organisation's task gives zeros, like a task without events: whether it exists stays unknown. */
  @Serves(chartData)
  getChart(@FromRequest() input: InputOf<typeof chartData>, @FromCaller() caller: Caller) {
    return this.database.inScope(scopeOf(caller), (em) => chartOf(em, input.params.id, input.query));
  }

  @Serves(chartInfo)
  getPatterns(@FromRequest() input: InputOf<typeof chartInfo>, @FromCaller() caller: Caller) {
    return this.database.inScope(scopeOf(caller), (em) => chartPatterns(em, input.params.id));
  }

  @Serves(organisationStatistics)
  getStatistics(@FromRequest() input: InputOf<typeof organisationStatistics>, @FromCaller() caller: Caller) {
    return this.database.inScope(scopeOf(caller), (em) => organisationChart(em, input.params.company, input.query.template));
  }

  @Serves(rebuildCharts)
  postRebuild(@FromRequest() input: InputOf<typeof rebuildCharts>, @FromCaller() caller: Caller) {
    return this.rebuild.step(input.body.rebuild, input.body.after, caller.request_id);
  }
}
