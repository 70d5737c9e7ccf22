import { listObservers, type QueryOf } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

const observersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listObservers: build.query({
      ...fromRoute(listObservers, (query: QueryOf<typeof listObservers>) => ({ query })),
      providesTags: ['Tasks', 'TaskProgress'],
    }),
  }),
});

export const { useListObserversQuery } = observersApi;
