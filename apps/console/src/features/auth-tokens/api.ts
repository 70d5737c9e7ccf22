import { listTokens, type QueryOf, revokeAnyToken } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

const tokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTokens: build.query({ ...fromRoute(listTokens, (query: QueryOf<typeof listTokens>) => ({ query })), providesTags: ['AuthTokens'] }),
    revokeAnyToken: build.mutation({
      ...fromRoute(revokeAnyToken, (key: string) => ({ params: { key } })),
      // Also after a refusal, which says that the list is out of date; the token may be the person's own.
      invalidatesTags: ['AuthTokens', 'ApiToken'],
    }),
  }),
});

export const { useListTokensQuery, useRevokeAnyTokenMutation } = tokensApi;
