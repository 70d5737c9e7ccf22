import type { AnswerOf, getSettings } from '@leakwatch/contracts';
import { api } from './api.ts';

export type Settings = AnswerOf<typeof getSettings>;

const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSettings: build.query<Settings, void>({
      query: () => ({ url: '/settings/' }),
      providesTags: ['Settings'],
    }),
    switchOffIntro: build.mutation<Settings, void>({
      query: () => ({ url: '/settings/?intro=false' }),
      invalidatesTags: ['Settings'],
    }),
  }),
});

export const { useGetSettingsQuery, useSwitchOffIntroMutation } = settingsApi;

/** Who is signed in; only for what stands inside the main frame, where the answer is there. */
export function useSettings(): Settings | undefined {
  return useGetSettingsQuery().data;
}
