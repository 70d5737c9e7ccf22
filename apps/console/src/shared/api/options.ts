import {
  type AnswerOf,
  currentLimits,
  currentOrganisation,
  listOrganisationOptions,
  listTariffsOfType,
  listTaskOptions,
  type ParamsOf,
  type QueryOf,
} from '@leakwatch/contracts';
import { api } from './api.ts';
import { fromRoute } from './from-route.ts';

export type Organisation = NonNullable<AnswerOf<typeof currentOrganisation>>;

type TariffsAsked = ParamsOf<typeof listTariffsOfType> & QueryOf<typeof listTariffsOfType>;

/** Short lists to choose from, and the caller's organisation: needed by more than one feature. */
const optionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTaskOptions: build.query({
      ...fromRoute(listTaskOptions, (query: { org: string | undefined }) => ({ query })),
      providesTags: ['Tasks'],
    }),
    listOrganisationOptions: build.query({ ...fromRoute(listOrganisationOptions), providesTags: ['Organisations'] }),
    listTariffsOfType: build.query({
      ...fromRoute(listTariffsOfType, ({ type, ...query }: TariffsAsked) => ({ params: { type }, query })),
      providesTags: ['Tariffs', 'Organisations'],
    }),
    currentLimits: build.query({
      ...fromRoute(currentLimits, (type: ParamsOf<typeof currentLimits>['type']) => ({ params: { type } })),
      providesTags: ['Profile', 'Tasks'],
    }),
    currentOrganisation: build.query(fromRoute(currentOrganisation)),
  }),
});

export const {
  useListTaskOptionsQuery,
  useListOrganisationOptionsQuery,
  useListTariffsOfTypeQuery,
  useCurrentOrganisationQuery,
  useCurrentLimitsQuery,
} = optionsApi;
