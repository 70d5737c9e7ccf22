import { beginActing, endActing } from '@leakwatch/contracts';
import { api } from './api.ts';
import { fromRoute } from './from-route.ts';

/** The frame notices the change in the settings and loads everything anew. */
const actingApi = api.injectEndpoints({
  endpoints: (build) => ({
    beginActing: build.mutation({
      ...fromRoute(beginActing, (id: string) => ({ params: { id } })),
      invalidatesTags: ['Settings'],
    }),
    endActing: build.mutation({ ...fromRoute(endActing), invalidatesTags: ['Settings'] }),
  }),
});

/** The frame knows whether this tab ended the work. */
export const END_ACTING = 'end-acting';

export const { useBeginActingMutation, useEndActingMutation } = actingApi;
