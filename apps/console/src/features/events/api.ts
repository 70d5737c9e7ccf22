import { type AnswerOf, eventStatistics, getEvent, listEvents, listSameFile, listTasks, type QueryOf } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type EventsQuery = QueryOf<typeof listEvents>;
export type StatisticsQuery = QueryOf<typeof eventStatistics>;
export type Statistics = AnswerOf<typeof eventStatistics>;
export type EventsPage = AnswerOf<typeof listEvents>;

const list = fromRoute(listEvents, (query: EventsQuery) => ({ query }));

export const eventsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listEvents: build.query({ ...list, providesTags: ['Events'] }),
    /** The same list, loaded in the background: what a person reads changes only when they agree. */
    peekEvents: build.query({ ...list, providesTags: ['EventsPeek'] }),
    /** The tasks, where the list has no event because of them. */
    tasksWithoutEvents: build.query({
      ...fromRoute(listTasks, (query: QueryOf<typeof listTasks>) => ({ query })),
      providesTags: ['Tasks', 'TaskProgress'],
    }),
    /** Not tagged `Events`: what is tagged so is a list. */
    getEvent: build.query({ ...fromRoute(getEvent, (id: string) => ({ params: { id } })), providesTags: ['EventsPeek'] }),
    /** Refreshed with the background copy of the list. */
    eventStatistics: build.query({
      ...fromRoute(eventStatistics, (query: StatisticsQuery) => ({ query })),
      providesTags: ['EventsPeek'],
    }),
    listSameFile: build.query({ ...fromRoute(listSameFile, (id: string) => ({ params: { id } })), keepUnusedDataFor: 0 }),
  }),
});

export const {
  useEventStatisticsQuery,
  useGetEventQuery,
  useListEventsQuery,
  usePeekEventsQuery,
  useLazyListSameFileQuery,
  useTasksWithoutEventsQuery,
} = eventsApi;
