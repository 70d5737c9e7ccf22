import { revealEvent } from '@leakwatch/contracts';
import { fromRoute } from '../../../shared/api/from-route.ts';
import { eventsApi } from '../api.ts';

const revealApi = eventsApi.injectEndpoints({
  endpoints: (build) => ({
    /** The answer is secret: it stays in the component that asked, and in no cache. */
    revealEvent: build.mutation({ ...fromRoute(revealEvent, (id: string) => ({ params: { id } })), invalidatesTags: ['EventActivity'] }),
  }),
});

export const { useRevealEventMutation } = revealApi;
