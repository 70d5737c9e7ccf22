import { type BodyOf, undoStatusChange } from '@leakwatch/contracts';
import { api } from '../api/api.ts';
import { fromRoute } from '../api/from-route.ts';

/** Takes a change of statuses back; used wherever statuses are changed. */
const undoApi = api.injectEndpoints({
  endpoints: (build) => ({
    undoStatus: build.mutation({
      ...fromRoute(undoStatusChange, (body: BodyOf<typeof undoStatusChange>) => ({ body })),
      invalidatesTags: ['Events', 'EventsPeek', 'Settings'],
    }),
  }),
});

export const { useUndoStatusMutation } = undoApi;
