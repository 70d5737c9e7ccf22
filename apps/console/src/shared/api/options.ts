import type { AnswerOf, currentLimits, currentOrganisation, InputOf, listOrganisationOptions, listTaskOptions } from '@leakwatch/contracts';
import { api } from './api.ts';
import { toQueryString } from './query-string.ts';

export type Organisation = NonNullable<AnswerOf<typeof currentOrganisation>>;

/** Short lists to choose from, and the caller's organisation: needed by more than one feature. */
const optionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTaskOptions: build.query<AnswerOf<typeof listTaskOptions>, { org: string | undefined }>({
      query: ({ org }) => ({ url: `/tasks/full/${toQueryString({ org })}` }),
      providesTags: ['Tasks'],
    }),
    listOrganisationOptions: build.query<AnswerOf<typeof listOrganisationOptions>, void>({
      query: () => ({ url: '/control/organisations/full/' }),
    }),
    currentLimits: build.query<AnswerOf<typeof currentLimits>, InputOf<typeof currentLimits>['params']['type']>({
      query: (type) => ({ url: `/control/tariffs/${type}/current_limits/` }),
      providesTags: ['Profile', 'Tasks'],
    }),
    currentOrganisation: build.query<AnswerOf<typeof currentOrganisation>, void>({
      query: () => ({ url: '/organisation/' }),
    }),
  }),
});

export const { useListTaskOptionsQuery, useListOrganisationOptionsQuery, useCurrentOrganisationQuery, useCurrentLimitsQuery } = optionsApi;
