import { type AnswerOf, getProfile, listActivity, type QueryOf } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type Profile = AnswerOf<typeof getProfile>;

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query({ ...fromRoute(getProfile), providesTags: ['Profile'] }),
    listActivity: build.query(fromRoute(listActivity, (query: QueryOf<typeof listActivity>) => ({ query }))),
  }),
});

export const { useGetProfileQuery, useListActivityQuery } = profileApi;
