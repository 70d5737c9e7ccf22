import {
  type BodyOf,
  changeKeywordSet,
  createKeywordSet,
  deleteKeywordSet,
  getKeywordSet,
  listKeywordSets,
  type QueryOf,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type KeywordSetBody = BodyOf<typeof createKeywordSet>;
export type KeywordSetChange = BodyOf<typeof changeKeywordSet>;

const invalidatesTags = (_made: unknown, error: unknown) => (error === undefined ? (['KeywordSets'] as const) : []);

const keywordSetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listKeywordSets: build.query({
      ...fromRoute(listKeywordSets, (query: QueryOf<typeof listKeywordSets>) => ({ query })),
      providesTags: ['KeywordSets'],
    }),
    // Not kept: a dialog begins with what the server has.
    getKeywordSet: build.query({
      ...fromRoute(getKeywordSet, (id: string) => ({ params: { id } })),
      providesTags: ['KeywordSets'],
      keepUnusedDataFor: 0,
    }),
    createKeywordSet: build.mutation({ ...fromRoute(createKeywordSet, (body: KeywordSetBody) => ({ body })), invalidatesTags }),
    changeKeywordSet: build.mutation({
      ...fromRoute(changeKeywordSet, ({ id, body }: { id: string; body: KeywordSetChange }) => ({ params: { id }, body })),
      invalidatesTags,
    }),
    deleteKeywordSet: build.mutation({
      ...fromRoute(deleteKeywordSet, (id: string) => ({ params: { id } })),
      // A refusal says that the list is out of date too.
      invalidatesTags: ['KeywordSets'],
    }),
  }),
});

export const {
  useListKeywordSetsQuery,
  useGetKeywordSetQuery,
  useLazyGetKeywordSetQuery,
  useCreateKeywordSetMutation,
  useChangeKeywordSetMutation,
  useDeleteKeywordSetMutation,
} = keywordSetsApi;
