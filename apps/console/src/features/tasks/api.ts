import type {
  AnswerOf,
  checkExpression,
  createTask,
  deleteTask,
  discoverRepositories,
  getTask,
  InputOf,
  listKeywordGroups,
  listTasks,
  startSession,
  startTask,
  startTaskRightNow,
  stopSession,
  stopTask,
  updateTask,
  uploadKeywords,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { toQueryString } from '../../shared/api/query-string.ts';

export type TasksQuery = InputOf<typeof listTasks>['query'];
export type CreateBody = InputOf<typeof createTask>['body'];
export type Discovered = AnswerOf<typeof discoverRepositories>[number];
export type DiscoveryInput = InputOf<typeof discoverRepositories>;
export type KeywordGroups = AnswerOf<typeof listKeywordGroups>;

const tasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTasks: build.query<AnswerOf<typeof listTasks>, TasksQuery>({
      query: (query) => ({ url: `/tasks/${toQueryString(query)}` }),
      providesTags: ['Tasks', 'TaskProgress'],
    }),
    getTask: build.query<AnswerOf<typeof getTask>, string>({
      query: (id) => ({ url: `/tasks/${encodeURIComponent(id)}/` }),
      providesTags: (_task, _error, id) => [{ type: 'Task', id }, 'TaskProgress'],
    }),
    createTask: build.mutation<AnswerOf<typeof createTask>, CreateBody>({
      query: (body) => ({ url: '/tasks/', method: 'POST', body }),
      invalidatesTags: ['Tasks', 'Settings'],
    }),
    updateTask: build.mutation<AnswerOf<typeof updateTask>, { id: string; body: CreateBody }>({
      query: ({ id, body }) => ({ url: `/tasks/${encodeURIComponent(id)}/`, method: 'PATCH', body }),
      invalidatesTags: (_done, _error, { id }) => ['Tasks', { type: 'Task', id }, 'Settings'],
    }),
    uploadKeywords: build.mutation<AnswerOf<typeof uploadKeywords>, File>({
      query: (file) => {
        const body = new FormData();
        body.append('file', file);
        return { url: '/tasks/keywords/', method: 'POST', body };
      },
    }),
    tryExpression: build.query<AnswerOf<typeof checkExpression>, InputOf<typeof checkExpression>['body']>({
      query: (body) => ({ url: '/tasks/check_expression/', method: 'POST', body }),
    }),
    startTask: build.mutation<AnswerOf<typeof startTask>, string>({
      query: (id) => ({ url: `/tasks/${id}/start/`, method: 'POST' }),
      invalidatesTags: (_done, _error, id) => ['Tasks', { type: 'Task', id }, 'Settings'],
    }),
    runTaskNow: build.mutation<AnswerOf<typeof startTaskRightNow>, string>({
      query: (id) => ({ url: `/tasks/${id}/start_right_now/`, method: 'POST' }),
      invalidatesTags: (_done, _error, id) => ['Tasks', { type: 'Task', id }, 'Settings'],
    }),
    stopTask: build.mutation<AnswerOf<typeof stopTask>, string>({
      query: (id) => ({ url: `/tasks/${id}/stop/`, method: 'POST' }),
      invalidatesTags: (_done, _error, id) => ['Tasks', { type: 'Task', id }, 'Settings'],
    }),
    deleteTask: build.mutation<AnswerOf<typeof deleteTask>, { id: string; deleteEvents: boolean }>({
      query: ({ id, deleteEvents }) => ({
        url: `/tasks/${id}/${toQueryString({ delete_events: String(deleteEvents) })}`,
        method: 'DELETE',
      }),
      invalidatesTags: ['Tasks', 'Settings', 'Events'],
    }),
    startSession: build.mutation<AnswerOf<typeof startSession>, { company: string; taskIds: readonly string[] }>({
      query: ({ company, taskIds }) => ({ url: `/tasks/${company}/start_session/`, method: 'POST', body: { taskIds } }),
      invalidatesTags: ['Tasks', 'Task', 'Settings'],
    }),
    stopSession: build.mutation<AnswerOf<typeof stopSession>, string>({
      query: (company) => ({ url: `/tasks/${company}/stop_session/`, method: 'POST' }),
      invalidatesTags: ['Tasks', 'Task', 'Settings'],
    }),
    discoverRepositories: build.mutation<readonly Discovered[], Pick<DiscoveryInput, 'params' | 'body'>>({
      query: ({ params, body }) => ({ url: `/discovery/${params.source_type}/`, method: 'POST', body }),
    }),
    listKeywordGroups: build.query<KeywordGroups, void>({ query: () => ({ url: '/keywords/full/' }) }),
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
