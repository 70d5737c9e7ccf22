import { type AnswerOf, getSettings } from '@leakwatch/contracts';
import { api } from './api.ts';
import { fromRoute } from './from-route.ts';

export type Settings = AnswerOf<typeof getSettings>;

export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSettings: build.query({ ...fromRoute(getSettings), providesTags: ['Settings'] }),
    switchOffIntro: build.mutation({
      ...fromRoute(getSettings, (_: void) => ({ query: { intro: 'false' as const } })),
      invalidatesTags: ['Settings'],
    }),
  }),
});

export const { useGetSettingsQuery, useSwitchOffIntroMutation } = settingsApi;

/** Who is signed in; for components inside the main frame, where the answer is loaded. */
export function useSettings(): Settings | undefined {
  return useGetSettingsQuery().data;
}
