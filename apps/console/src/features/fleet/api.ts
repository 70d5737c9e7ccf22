import { listFleetSources, listOpenLaunches, type QueryOf } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

const fleetApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFleetSources: build.query({ ...fromRoute(listFleetSources), providesTags: ['Tasks'] }),
    listOpenLaunches: build.query({
      ...fromRoute(listOpenLaunches, (query: QueryOf<typeof listOpenLaunches>) => ({ query })),
      providesTags: ['Tasks'],
    }),
  }),
});

export const { useListFleetSourcesQuery, useListOpenLaunchesQuery } = fleetApi;
