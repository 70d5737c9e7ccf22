import { createReport, type EventFilters, listReports, type QueryOf } from '@leakwatch/contracts';
import type { ReportFormat } from '@leakwatch/vocabulary';
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
      ...fromRoute(createReport, (body: { filters: EventFilters; format: ReportFormat }) => ({ body })),
      invalidatesTags: ['Reports'],
    }),
  }),
});

export const { useListReportsQuery, useCreateReportMutation } = reportsApi;
