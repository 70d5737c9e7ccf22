import type {
  actualToken,
  AnswerOf,
  endOtherSessions,
  endSession,
  generateTokenPost,
  InputOf,
  listSessions,
  revokeTokenPost,
  setLocale,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';

const settingsPageApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<AnswerOf<typeof listSessions>, void>({
      query: () => ({ url: '/profile/sessions/' }),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<AnswerOf<typeof endSession>, { id: string; password: string }>({
      query: ({ id, password }) => ({ url: `/profile/sessions/${encodeURIComponent(id)}/end/`, method: 'POST', body: { password } }),
      invalidatesTags: ['Sessions'],
    }),
    endOtherSessions: build.mutation<AnswerOf<typeof endOtherSessions>, InputOf<typeof endOtherSessions>['body']>({
      query: (body) => ({ url: '/profile/sessions/end_others/', method: 'POST', body }),
      invalidatesTags: ['Sessions', 'ApiToken'],
    }),
    actualToken: build.query<AnswerOf<typeof actualToken>, void>({
      query: () => ({ url: '/control/auth-tokens/actual/' }),
      providesTags: ['ApiToken'],
    }),
    // The POST twins: the documents' GETs change state too.
    generateToken: build.mutation<AnswerOf<typeof generateTokenPost>, void>({
      query: () => ({ url: '/control/auth-tokens/generate/', method: 'POST' }),
      invalidatesTags: ['ApiToken'],
    }),
    revokeToken: build.mutation<AnswerOf<typeof revokeTokenPost>, void>({
      query: () => ({ url: '/control/auth-tokens/revoke/', method: 'POST' }),
      invalidatesTags: ['ApiToken'],
    }),
    keepLocale: build.mutation<AnswerOf<typeof setLocale>, InputOf<typeof setLocale>['body']>({
      query: (body) => ({ url: '/control/accounts/set_locale/', method: 'POST', body }),
    }),
  }),
});

export const {
  useListSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useActualTokenQuery,
  useGenerateTokenMutation,
  useRevokeTokenMutation,
  useKeepLocaleMutation,
} = settingsPageApi;
