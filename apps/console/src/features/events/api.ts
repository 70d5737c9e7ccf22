import type { AnswerOf, InputOf, listEvents, listSameFile } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { toQueryString } from '../../shared/api/query-string.ts';

export type EventsQuery = InputOf<typeof listEvents>['query'];
export type EventsPage = AnswerOf<typeof listEvents>;

const list = (query: EventsQuery) => ({ url: `/events/${toQueryString(query)}` });

export const eventsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listEvents: build.query<EventsPage, EventsQuery>({ query: list, providesTags: ['Events'] }),
    /** The same list, asked for quietly: what a person reads only changes when they agree. */
    peekEvents: build.query<EventsPage, EventsQuery>({ query: list, providesTags: ['EventsPeek'] }),
    listSameFile: build.query<AnswerOf<typeof listSameFile>, string>({
      query: (id) => ({ url: `/events/${id}/same_file/` }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListEventsQuery, usePeekEventsQuery, useLazyListSameFileQuery } = eventsApi;
