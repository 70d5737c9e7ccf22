import { listControlTasks, listKeywordSets, listOrganisations, listServiceAccounts, listTariffsOfType } from '@leakwatch/contracts';
import type { TariffType } from '@leakwatch/vocabulary';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

const ONE = { limit: 1, offset: 0 };
/** The largest page: whether an organisation has users is in its row. */
const ORGANISATIONS = { limit: 100, offset: 0 };

const firstStepsApi = api.injectEndpoints({
  endpoints: (build) => ({
    firstTariff: build.query({
      ...fromRoute(listTariffsOfType, (type: TariffType) => ({ params: { type }, query: ONE })),
      providesTags: ['Tariffs'],
    }),
    firstOrganisations: build.query({ ...fromRoute(listOrganisations, () => ({ query: ORGANISATIONS })), providesTags: ['Organisations'] }),
    firstServiceAccount: build.query({ ...fromRoute(listServiceAccounts, () => ({ query: ONE })), providesTags: ['ServiceAccounts'] }),
    firstKeywordSet: build.query({ ...fromRoute(listKeywordSets, () => ({ query: ONE })), providesTags: ['KeywordSets'] }),
    firstTask: build.query({ ...fromRoute(listControlTasks, () => ({ query: ONE })), providesTags: ['Tasks'] }),
  }),
});

export const { useFirstTariffQuery, useFirstOrganisationsQuery, useFirstServiceAccountQuery, useFirstKeywordSetQuery, useFirstTaskQuery } =
  firstStepsApi;
