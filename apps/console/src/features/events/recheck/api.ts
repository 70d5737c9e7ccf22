import { recheckEvent } from '@leakwatch/contracts';
import { fromRoute } from '../../../shared/api/from-route.ts';
import { eventsApi } from '../api.ts';

const recheckApi = eventsApi.injectEndpoints({
  endpoints: (build) => ({
    /** The answer is also in the row and on the page of the event, which are read again. */
    recheckEvent: build.mutation({
      ...fromRoute(recheckEvent, (id: string) => ({ params: { id } })),
      invalidatesTags: (result) => (result === undefined ? [] : ['EventActivity', 'EventsPeek']),
    }),
  }),
});

export const { useRecheckEventMutation } = recheckApi;
