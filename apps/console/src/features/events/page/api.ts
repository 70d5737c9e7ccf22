import { eventNeighbours, listEventActivity, type QueryOf } from '@leakwatch/contracts';
import { fromRoute } from '../../../shared/api/from-route.ts';
import { eventsApi } from '../api.ts';

interface NeighboursOf {
  readonly id: string;
  readonly filters: QueryOf<typeof eventNeighbours>;
}

const pageApi = eventsApi.injectEndpoints({
  endpoints: (build) => ({
    listEventActivity: build.query({
      ...fromRoute(listEventActivity, ({ id, limit }: { readonly id: string; readonly limit: number }) => ({
        params: { id },
        query: { limit, offset: 0 },
      })),
      providesTags: ['EventsPeek', 'EventActivity'],
    }),
    eventNeighbours: build.query({
      ...fromRoute(eventNeighbours, ({ id, filters }: NeighboursOf) => ({ params: { id }, query: filters })),
      providesTags: ['EventsPeek'],
    }),
  }),
});

export const { useListEventActivityQuery, useEventNeighboursQuery } = pageApi;
