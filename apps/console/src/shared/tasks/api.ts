import { deleteTask, getTask, startTask, stopTask } from '@leakwatch/contracts';
import { api } from '../api/api.ts';
import { fromRoute } from '../api/from-route.ts';

export const ofTask = (id: string) => ({ params: { id } });
export const afterTask = (_done: unknown, _error: unknown, id: string) => ['Tasks', { type: 'Task', id }, 'Settings'] as const;

/** Calls about one task that several features make. */
const taskApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTask: build.query({
      ...fromRoute(getTask, ofTask),
      providesTags: (_task, _error, id) => [{ type: 'Task', id }, 'TaskProgress'],
    }),
    startTask: build.mutation({ ...fromRoute(startTask, ofTask), invalidatesTags: afterTask }),
    stopTask: build.mutation({ ...fromRoute(stopTask, ofTask), invalidatesTags: afterTask }),
    deleteTask: build.mutation({
      ...fromRoute(deleteTask, ({ id, deleteEvents }: { id: string; deleteEvents: boolean }) => ({
        ...ofTask(id),
        query: { delete_events: deleteEvents },
      })),
      invalidatesTags: ['Tasks', 'Settings', 'Events'],
    }),
  }),
});

export const { useGetTaskQuery, useLazyGetTaskQuery, useStartTaskMutation, useStopTaskMutation, useDeleteTaskMutation } = taskApi;
