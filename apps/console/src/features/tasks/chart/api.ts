import type { AnswerOf, chartData, chartInfo, InputOf } from '@leakwatch/contracts';
import { api } from '../../../shared/api/api.ts';
import { toQueryString } from '../../../shared/api/query-string.ts';

export type ChartPatterns = AnswerOf<typeof chartInfo>['patterns'];
export type ChartData = AnswerOf<typeof chartData>;
type ChartQuery = InputOf<typeof chartData>['query'] & { readonly task: string };

const chartApi = api.injectEndpoints({
  endpoints: (build) => ({
    chartInfo: build.query<AnswerOf<typeof chartInfo>, string>({
      query: (task) => ({ url: `/tasks/${encodeURIComponent(task)}/chart_info/` }),
    }),
    chartData: build.query<ChartData, ChartQuery>({
      query: ({ task, ...query }) => ({ url: `/tasks/${encodeURIComponent(task)}/chart_data/${toQueryString(query)}` }),
    }),
  }),
});

export const { useChartInfoQuery, useChartDataQuery } = chartApi;
