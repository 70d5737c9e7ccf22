import type { AnswerOf, getProfile, listActivity } from '@leakwatch/contracts';
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
  }),
});

export const { useGetProfileQuery, useListActivityQuery } = profileApi;
