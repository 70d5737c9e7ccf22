import type { AnswerOf, currentLimits, getProfile, InputOf } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';

export type Profile = AnswerOf<typeof getProfile>;

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query<Profile, void>({
      query: () => ({ url: '/profile/' }),
      providesTags: ['Profile'],
    }),
    currentLimits: build.query<AnswerOf<typeof currentLimits>, InputOf<typeof currentLimits>['params']['type']>({
      query: (type) => ({ url: `/control/tariffs/${type}/current_limits/` }),
      providesTags: ['Profile', 'Tasks'],
    }),
  }),
});

export const { useGetProfileQuery, useCurrentLimitsQuery } = profileApi;
