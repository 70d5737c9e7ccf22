import type { AnswerOf, currentLimits, getProfile, InputOf, listActivity } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';

export type Profile = AnswerOf<typeof getProfile>;

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query<Profile, void>({
      query: () => ({ url: '/profile/' }),
      providesTags: ['Profile'],
    }),
    listActivity: build.query<AnswerOf<typeof listActivity>, { limit: number; offset: number }>({
      query: ({ limit, offset }) => ({ url: `/activity/?limit=${limit}&offset=${offset}` }),
    }),
    currentLimits: build.query<AnswerOf<typeof currentLimits>, InputOf<typeof currentLimits>['params']['type']>({
      query: (type) => ({ url: `/control/tariffs/${type}/current_limits/` }),
      providesTags: ['Profile', 'Tasks'],
    }),
  }),
});

export const { useGetProfileQuery, useCurrentLimitsQuery, useListActivityQuery } = profileApi;
