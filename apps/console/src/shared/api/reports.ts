import { createReport, type EventFilters, listReports, type QueryOf } from '@leakwatch/contracts';
import { api } from './api.ts';
import { fromRoute } from './from-route.ts';

/** Calls about reports that several features make: the events page requests a report, the reports page lists them. */
const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReports: build.query({
      ...fromRoute(listReports, (query: QueryOf<typeof listReports>) => ({ query })),
      providesTags: ['Reports'],
    }),
    createReport: build.mutation({
      ...fromRoute(createReport, (filters: EventFilters) => ({ body: { filters, format: 'xls' as const } })),
      invalidatesTags: ['Reports'],
    }),
  }),
});

export const { useListReportsQuery, useCreateReportMutation } = reportsApi;
