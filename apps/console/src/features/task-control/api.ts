import { blockTaskPost, confirmTaskPost, listControlTasks, type QueryOf } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';
import { afterTask, ofTask } from '../../shared/tasks/api.ts';

const controlApi = api.injectEndpoints({
  endpoints: (build) => ({
    listControlTasks: build.query({
      ...fromRoute(listControlTasks, (query: QueryOf<typeof listControlTasks>) => ({ query })),
      providesTags: ['Tasks', 'TaskProgress'],
    }),
    confirmTask: build.mutation({
      ...fromRoute(confirmTaskPost, ({ id, version }: { id: string; version: number }) => ({ ...ofTask(id), body: { version } })),
      // Also after a refusal: the list then shows what changed.
      invalidatesTags: (done, error, { id }) => afterTask(done, error, id),
    }),
    blockTask: build.mutation({ ...fromRoute(blockTaskPost, ofTask), invalidatesTags: afterTask }),
  }),
});

export const { useListControlTasksQuery, useConfirmTaskMutation, useBlockTaskMutation } = controlApi;
