import type { AnswerOf, clearTaskLogsPost, InputOf, listTaskChanges, listTaskLogs, listUserActivity } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { toQueryString } from '../../shared/api/query-string.ts';

interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

const logsApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Labels and sentences come in the reader's language: another language is another question.
    listTaskChanges: build.query<AnswerOf<typeof listTaskChanges>, InputOf<typeof listTaskChanges>['query'] & { language: string }>({
      query: ({ language: _language, ...query }) => ({ url: `/logs/task-changing/${toQueryString(query)}` }),
    }),
    listTaskLogs: build.query<AnswerOf<typeof listTaskLogs>, PageQuery>({
      query: (query) => ({ url: `/logs/tasks/${toQueryString({ ...query })}` }),
      providesTags: ['TaskLogs'],
    }),
    // The POST twin: the documents' GET changes state too.
    clearTaskLogs: build.mutation<AnswerOf<typeof clearTaskLogsPost>, void>({
      query: () => ({ url: '/logs/tasks/clear/', method: 'POST' }),
      invalidatesTags: (_done, error) => (error === undefined ? ['TaskLogs'] : []),
    }),
    listUserActivity: build.query<AnswerOf<typeof listUserActivity>, PageQuery>({
      query: (query) => ({ url: `/users/activity/${toQueryString({ ...query })}` }),
    }),
  }),
});

export const { useListTaskChangesQuery, useListTaskLogsQuery, useClearTaskLogsMutation, useListUserActivityQuery } = logsApi;
