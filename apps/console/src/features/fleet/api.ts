import {
  type BodyOf,
  fleetHealth,
  listDeadLetters,
  listFleetSources,
  listOpenLaunches,
  type QueryOf,
  replayDeadLetters,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

const fleetApi = api.injectEndpoints({
  endpoints: (build) => ({
    listFleetSources: build.query({ ...fromRoute(listFleetSources), providesTags: ['Tasks'] }),
    listOpenLaunches: build.query({
      ...fromRoute(listOpenLaunches, (query: QueryOf<typeof listOpenLaunches>) => ({ query })),
      providesTags: ['Tasks'],
    }),
    fleetHealth: build.query(fromRoute(fleetHealth)),
    listDeadLetters: build.query({
      ...fromRoute(listDeadLetters, (query: QueryOf<typeof listDeadLetters>) => ({ query })),
      providesTags: ['DeadLetters'],
    }),
    replayDeadLetters: build.mutation({
      ...fromRoute(replayDeadLetters, (body: BodyOf<typeof replayDeadLetters>) => ({ body })),
      invalidatesTags: ['DeadLetters'],
    }),
  }),
});

export const {
  useListFleetSourcesQuery,
  useListOpenLaunchesQuery,
  useFleetHealthQuery,
  useListDeadLettersQuery,
  useReplayDeadLettersMutation,
} = fleetApi;
