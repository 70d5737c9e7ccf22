import {
  type AnswerOf,
  askRecipient,
  controlRecipientStates,
  type BodyOf,
  checkExpression,
  createTask,
  discoverRepositories,
  getPatternCoverage,
  getTaskArchive,
  type InputOf,
  listKeywordGroups,
  listTasks,
  type QueryOf,
  recipientStates,
  startSession,
  startTaskRightNow,
  stopSession,
  updateTask,
  uploadKeywords,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';
import { afterTask, ofTask } from '../../shared/tasks/api.ts';

export type TasksQuery = QueryOf<typeof listTasks>;
export type CreateBody = InputOf<typeof createTask>['body'];
export type Discovered = AnswerOf<typeof discoverRepositories>[number];
export type DiscoveryInput = InputOf<typeof discoverRepositories>;
export type KeywordGroups = AnswerOf<typeof listKeywordGroups>;

const tasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTasks: build.query({
      ...fromRoute(listTasks, (query: TasksQuery) => ({ query })),
      providesTags: ['Tasks', 'TaskProgress'],
    }),
    patternCoverage: build.query({
      ...fromRoute(getPatternCoverage, ({ id, query }: { id: string; query: QueryOf<typeof getPatternCoverage> }) => ({
        params: { id },
        query,
      })),
      providesTags: ['TaskProgress'],
    }),
    taskArchive: build.query({ ...fromRoute(getTaskArchive, ofTask), providesTags: ['TaskProgress'] }),
    recipientStates: build.query({
      ...fromRoute(recipientStates, (emails: readonly string[]) => ({ body: { emails: [...emails] } })),
      providesTags: ['Recipients'],
    }),
    controlRecipientStates: build.query({
      ...fromRoute(controlRecipientStates, (body: BodyOf<typeof controlRecipientStates>) => ({ body })),
      providesTags: ['Recipients'],
    }),
    askRecipient: build.mutation({
      ...fromRoute(askRecipient, (email: string) => ({ body: { email } })),
      invalidatesTags: ['Recipients'],
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
    runTaskNow: build.mutation({ ...fromRoute(startTaskRightNow, ofTask), invalidatesTags: afterTask }),
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
    listKeywordGroups: build.query({ ...fromRoute(listKeywordGroups), providesTags: ['KeywordSets'] }),
  }),
});

export const {
  useRecipientStatesQuery,
  useControlRecipientStatesQuery,
  useAskRecipientMutation,
  usePatternCoverageQuery,
  useTaskArchiveQuery,
  useListTasksQuery,
  useCreateTaskMutation,
  useUpdateTaskMutation,
  useUploadKeywordsMutation,
  useTryExpressionQuery,
  useRunTaskNowMutation,
  useStartSessionMutation,
  useStopSessionMutation,
  useListKeywordGroupsQuery,
  useDiscoverRepositoriesMutation,
  endpoints: taskEndpoints,
} = tasksApi;
