import { clearTaskLogsPost, listTaskChanges, listTaskLogs, listUserActivity, type QueryOf } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}
/** The server writes labels and sentences in the reader's language, so an answer in another language is another entry of the cache. */
type ChangesQuery = QueryOf<typeof listTaskChanges> & { readonly language: string };

const logsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTaskChanges: build.query(fromRoute(listTaskChanges, ({ language: _language, ...query }: ChangesQuery) => ({ query }))),
    listTaskLogs: build.query({ ...fromRoute(listTaskLogs, (query: PageQuery) => ({ query })), providesTags: ['TaskLogs'] }),
    clearTaskLogs: build.mutation({
      ...fromRoute(clearTaskLogsPost),
      invalidatesTags: (_done, error) => (error === undefined ? ['TaskLogs'] : []),
    }),
    listUserActivity: build.query(fromRoute(listUserActivity, (query: PageQuery) => ({ query }))),
  }),
});

export const { useListTaskChangesQuery, useListTaskLogsQuery, useClearTaskLogsMutation, useListUserActivityQuery } = logsApi;
