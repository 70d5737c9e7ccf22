import { listSimilar } from '@leakwatch/contracts';
import { fromRoute } from '../../../shared/api/from-route.ts';
import { eventsApi } from '../api.ts';

interface SimilarQuery {
  readonly id: string;
  readonly limit: number;
  readonly offset: number;
  /** Whether other events of the same file are listed too. */
  readonly sameFile: boolean;
}

const similarApi = eventsApi.injectEndpoints({
  endpoints: (build) => ({
    listSimilar: build.query({
      ...fromRoute(listSimilar, ({ id, limit, offset, sameFile }: SimilarQuery) => ({
        params: { id },
        query: { limit, offset, same_file: sameFile },
      })),
      providesTags: ['EventsPeek'],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListSimilarQuery, useLazyListSimilarQuery } = similarApi;
