import type { AnswerOf, getProfile } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';

export type Profile = AnswerOf<typeof getProfile>;

const profileApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProfile: build.query<Profile, void>({
      query: () => ({ url: '/profile/' }),
      providesTags: ['Profile'],
    }),
  }),
});

export const { useGetProfileQuery } = profileApi;
