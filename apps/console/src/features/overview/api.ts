import { eventOverview, type QueryOf, sourceOverview } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

const overviewApi = api.injectEndpoints({
  endpoints: (build) => ({
    eventOverview: build.query({
      ...fromRoute(eventOverview, (query: QueryOf<typeof eventOverview>) => ({ query })),
      // Refreshed when events change on another page or by another person.
      providesTags: ['EventsPeek'],
    }),
    sourceOverview: build.query({
      ...fromRoute(sourceOverview, (query: QueryOf<typeof sourceOverview>) => ({ query })),
      providesTags: ['Tasks', 'TaskProgress'],
    }),
  }),
});

export const { useEventOverviewQuery, useSourceOverviewQuery } = overviewApi;
