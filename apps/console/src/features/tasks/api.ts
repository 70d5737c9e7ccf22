import {
  type AnswerOf,
  type BodyOf,
  checkExpression,
  createTask,
  deleteTask,
  discoverRepositories,
  getTask,
  type InputOf,
  listKeywordGroups,
  listTasks,
  type QueryOf,
  startSession,
  startTask,
  startTaskRightNow,
  stopSession,
  stopTask,
  updateTask,
  uploadKeywords,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type TasksQuery = QueryOf<typeof listTasks>;
export type CreateBody = InputOf<typeof createTask>['body'];
export type Discovered = AnswerOf<typeof discoverRepositories>[number];
export type DiscoveryInput = InputOf<typeof discoverRepositories>;
export type KeywordGroups = AnswerOf<typeof listKeywordGroups>;

const ofTask = (id: string) => ({ params: { id } });
const afterTask = (_done: unknown, _error: unknown, id: string) => ['Tasks', { type: 'Task', id }, 'Settings'] as const;

const tasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTasks: build.query({
      ...fromRoute(listTasks, (query: TasksQuery) => ({ query })),
      providesTags: ['Tasks', 'TaskProgress'],
    }),
    getTask: build.query({
      ...fromRoute(getTask, ofTask),
      providesTags: (_task, _error, id) => [{ type: 'Task', id }, 'TaskProgress'],
    }),
    createTask: build.mutation({
      ...fromRoute(createTask, (body: CreateBody) => ({ body })),
      invalidatesTags: ['Tasks', 'Settings'],
    }),
    updateTask: build.mutation({
      ...fromRoute(updateTask, ({ id, body }: { id: string; body: CreateBody }) => ({ ...ofTask(id), body })),
      invalidatesTags: (done, error, { id }) => afterTask(done, error, id),
    }),
    uploadKeywords: build.mutation(
      fromRoute(uploadKeywords, (file: File) => {
        const body = new FormData();
        body.append('file', file);
        return { body };
      }),
    ),
    tryExpression: build.query(fromRoute(checkExpression, (body: BodyOf<typeof checkExpression>) => ({ body }))),
    startTask: build.mutation({ ...fromRoute(startTask, ofTask), invalidatesTags: afterTask }),
    runTaskNow: build.mutation({ ...fromRoute(startTaskRightNow, ofTask), invalidatesTags: afterTask }),
    stopTask: build.mutation({ ...fromRoute(stopTask, ofTask), invalidatesTags: afterTask }),
    deleteTask: build.mutation({
      ...fromRoute(deleteTask, ({ id, deleteEvents }: { id: string; deleteEvents: boolean }) => ({
        ...ofTask(id),
        query: { delete_events: deleteEvents },
      })),
      invalidatesTags: ['Tasks', 'Settings', 'Events'],
    }),
    startSession: build.mutation({
      ...fromRoute(startSession, ({ company, taskIds }: { company: string; taskIds: readonly string[] }) => ({
        params: { companyId: company },
        body: { taskIds: [...taskIds] },
      })),
      invalidatesTags: ['Tasks', 'Task', 'Settings'],
    }),
    stopSession: build.mutation({
      ...fromRoute(stopSession, (company: string) => ({ params: { companyId: company } })),
      invalidatesTags: ['Tasks', 'Task', 'Settings'],
    }),
    discoverRepositories: build.mutation(
      fromRoute(discoverRepositories, ({ params, body }: Pick<DiscoveryInput, 'params' | 'body'>) => ({ params, body })),
    ),
    listKeywordGroups: build.query(fromRoute(listKeywordGroups)),
  }),
});

export const {
  useListTasksQuery,
  useGetTaskQuery,
  useCreateTaskMutation,
  useUpdateTaskMutation,
  useUploadKeywordsMutation,
  useTryExpressionQuery,
  useStartTaskMutation,
  useStopTaskMutation,
  useRunTaskNowMutation,
  useDeleteTaskMutation,
  useStartSessionMutation,
  useStopSessionMutation,
  useListKeywordGroupsQuery,
  useDiscoverRepositoriesMutation,
  endpoints: taskEndpoints,
} = tasksApi;
