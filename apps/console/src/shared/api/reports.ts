import type { AnswerOf, createReport, EventFilters, InputOf, listReports } from '@leakwatch/contracts';
import { api } from './api.ts';
import { toQueryString } from './query-string.ts';

/** Reports as more than one feature needs them: the events page asks for them, the reports page shows them. */
const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReports: build.query<AnswerOf<typeof listReports>, InputOf<typeof listReports>['query']>({
      query: (query) => ({ url: `/reports/${toQueryString(query)}` }),
      providesTags: ['Reports'],
    }),
    createReport: build.mutation<AnswerOf<typeof createReport>, EventFilters>({
      query: (filters) => ({ url: '/reports/', method: 'POST', body: { filters, format: 'xls' } }),
      invalidatesTags: ['Reports'],
    }),
  }),
});

export const { useListReportsQuery, useCreateReportMutation } = reportsApi;
