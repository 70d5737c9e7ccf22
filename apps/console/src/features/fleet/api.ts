import {
  type BodyOf,
  fleetHealth,
  listDeadLetters,
  listFleetSources,
  listJobs,
  listQueues,
  type ParamsOf,
  removeJob,
  retryJob,
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
    listQueues: build.query({ ...fromRoute(listQueues), providesTags: ['Jobs'] }),
    listJobs: build.query({
      ...fromRoute(listJobs, ({ queue, ...query }: ParamsOf<typeof listJobs> & QueryOf<typeof listJobs>) => ({ params: { queue }, query })),
      providesTags: ['Jobs'],
    }),
    // A refusal says that the list is out of date too.
    retryJob: build.mutation({ ...fromRoute(retryJob, (params: ParamsOf<typeof retryJob>) => ({ params })), invalidatesTags: ['Jobs'] }),
    removeJob: build.mutation({ ...fromRoute(removeJob, (params: ParamsOf<typeof removeJob>) => ({ params })), invalidatesTags: ['Jobs'] }),
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
  useListQueuesQuery,
  useListJobsQuery,
  useRetryJobMutation,
  useRemoveJobMutation,
  useReplayDeadLettersMutation,
} = fleetApi;
