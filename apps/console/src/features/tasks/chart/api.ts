import { type AnswerOf, chartData, chartInfo, type QueryOf } from '@leakwatch/contracts';
import { api } from '../../../shared/api/api.ts';
import { fromRoute } from '../../../shared/api/from-route.ts';

export type ChartPatterns = AnswerOf<typeof chartInfo>['patterns'];
type ChartQuery = QueryOf<typeof chartData> & { readonly task: string };

const chartApi = api.injectEndpoints({
  endpoints: (build) => ({
    chartInfo: build.query(fromRoute(chartInfo, (id: string) => ({ params: { id } }))),
    chartData: build.query(fromRoute(chartData, ({ task, ...query }: ChartQuery) => ({ params: { id: task }, query }))),
  }),
});

export const { useChartInfoQuery, useChartDataQuery } = chartApi;
