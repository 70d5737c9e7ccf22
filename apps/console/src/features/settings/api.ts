import {
  actualToken,
  type BodyOf,
  endOtherSessions,
  endSession,
  generateTokenPost,
  listSessions,
  revokeTokenPost,
  setLocale,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

const settingsPageApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query({ ...fromRoute(listSessions), providesTags: ['Sessions'] }),
    endSession: build.mutation({
      ...fromRoute(endSession, ({ id, password }: { id: string; password: string }) => ({ params: { id }, body: { password } })),
      invalidatesTags: ['Sessions'],
    }),
    endOtherSessions: build.mutation({
      ...fromRoute(endOtherSessions, (body: BodyOf<typeof endOtherSessions>) => ({ body })),
      invalidatesTags: ['Sessions', 'ApiToken'],
    }),
    actualToken: build.query({ ...fromRoute(actualToken), providesTags: ['ApiToken'] }),
    generateToken: build.mutation({ ...fromRoute(generateTokenPost), invalidatesTags: ['ApiToken'] }),
    revokeToken: build.mutation({ ...fromRoute(revokeTokenPost), invalidatesTags: ['ApiToken'] }),
    keepLocale: build.mutation(fromRoute(setLocale, (body: BodyOf<typeof setLocale>) => ({ body }))),
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
