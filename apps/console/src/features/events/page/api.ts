import { eventNeighbours, getEvent, listEventActivity, type QueryOf } from '@leakwatch/contracts';
import { fromRoute } from '../../../shared/api/from-route.ts';
import { eventsApi } from '../api.ts';

interface NeighboursOf {
  readonly id: string;
  readonly filters: QueryOf<typeof eventNeighbours>;
}

const pageApi = eventsApi.injectEndpoints({
  endpoints: (build) => ({
    /** Not tagged `Events`: what is tagged so is a list, and a change of status patches it. */
    getEvent: build.query({ ...fromRoute(getEvent, (id: string) => ({ params: { id } })), providesTags: ['EventsPeek'] }),
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

export const { useGetEventQuery, useListEventActivityQuery, useEventNeighboursQuery } = pageApi;
