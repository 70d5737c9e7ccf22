import type { AnswerOf, endOtherSessions, InputOf, listSessions, setLocale } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';

const settingsPageApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<AnswerOf<typeof listSessions>, void>({
      query: () => ({ url: '/profile/sessions/' }),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<AnswerOf<typeof endOtherSessions>, string>({
      query: (id) => ({ url: `/profile/sessions/${encodeURIComponent(id)}/`, method: 'DELETE' }),
      invalidatesTags: ['Sessions'],
    }),
    endOtherSessions: build.mutation<AnswerOf<typeof endOtherSessions>, void>({
      query: () => ({ url: '/profile/sessions/end_others/', method: 'POST' }),
      invalidatesTags: ['Sessions'],
    }),
    keepLocale: build.mutation<AnswerOf<typeof setLocale>, InputOf<typeof setLocale>['body']>({
      query: (body) => ({ url: '/control/accounts/set_locale/', method: 'POST', body }),
    }),
  }),
});

export const { useListSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation, useKeepLocaleMutation } = settingsPageApi;
