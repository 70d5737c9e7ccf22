import { createReport, type EventFilters, listReports, type QueryOf, type ReportRow } from '@leakwatch/contracts';
import type { ReportFormat } from '@leakwatch/vocabulary';
import { api } from './api.ts';
import { sentOnce } from '../lib/sent-changes.ts';
import { callOf, fromRoute } from './from-route.ts';

/** Calls about reports that several features make: the events page requests a report, the reports page lists them. */
const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReports: build.query({
      ...fromRoute(listReports, (query: QueryOf<typeof listReports>) => ({ query })),
      providesTags: ['Reports'],
    }),
    createReport: build.mutation<ReportRow, { filters: EventFilters; format: ReportFormat }>({
      ...sentOnce((body) => ({ call: callOf(createReport, { body }) })),
      invalidatesTags: ['Reports'],
    }),
  }),
});

export const { useListReportsQuery, useCreateReportMutation } = reportsApi;
