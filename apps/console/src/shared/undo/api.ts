import { type AnswerOf, type InputOf, LONG_ANSWER_MS, type undoStatusChange } from '@leakwatch/contracts';
import { api } from '../api/api.ts';

/** Takes a change of statuses back: needed wherever one begins. */
const undoApi = api.injectEndpoints({
  endpoints: (build) => ({
    undoStatus: build.mutation<AnswerOf<typeof undoStatusChange>, InputOf<typeof undoStatusChange>['body']>({
      query: (body) => ({ url: '/events/undo_status/', method: 'POST', body, timeout: LONG_ANSWER_MS }),
      invalidatesTags: ['Events', 'EventsPeek', 'Settings'],
    }),
  }),
});

export const { useUndoStatusMutation } = undoApi;
