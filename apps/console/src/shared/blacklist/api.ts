import {
  type AnswerOf,
  type blacklistRuleEvents,
  type countRuleEvents,
  type createRule,
  type deleteRule,
  type getRule,
  type InputOf,
  LONG_ANSWER_MS,
  type listRules,
  type updateRule,
} from '@leakwatch/contracts';
import { api } from '../api/api.ts';
import { toQueryString } from '../api/query-string.ts';

export type RulesQuery = InputOf<typeof listRules>['query'];
export type RuleBody = InputOf<typeof createRule>['body'];

const rulesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRules: build.query<AnswerOf<typeof listRules>, RulesQuery>({
      query: (query) => ({ url: `/rules/${toQueryString(query)}` }),
      providesTags: ['Rules'],
    }),
    getRule: build.query<AnswerOf<typeof getRule>, string>({
      query: (id) => ({ url: `/rules/${encodeURIComponent(id)}/` }),
      providesTags: ['Rules'],
    }),
    createRule: build.mutation<AnswerOf<typeof createRule>, RuleBody>({
      query: (body) => ({ url: '/rules/', method: 'POST', body }),
      invalidatesTags: ['Rules', 'Settings'],
    }),
    updateRule: build.mutation<AnswerOf<typeof updateRule>, { id: string; body: RuleBody }>({
      query: ({ id, body }) => ({ url: `/rules/${id}/`, method: 'PATCH', body }),
      invalidatesTags: ['Rules'],
    }),
    deleteRule: build.mutation<AnswerOf<typeof deleteRule>, string>({
      query: (id) => ({ url: `/rules/${id}/`, method: 'DELETE' }),
      invalidatesTags: ['Rules', 'Settings'],
    }),
    countRuleEvents: build.query<AnswerOf<typeof countRuleEvents>, string>({
      query: (id) => ({ url: `/rules/${id}/count_events/` }),
      keepUnusedDataFor: 0,
    }),
    blacklistEvents: build.mutation<AnswerOf<typeof blacklistRuleEvents>, string>({
      query: (id) => ({ url: `/rules/${id}/blacklist_events/`, method: 'POST', timeout: LONG_ANSWER_MS }),
      invalidatesTags: ['Events', 'EventsPeek', 'Settings'],
    }),
  }),
});

export const {
  useListRulesQuery,
  useGetRuleQuery,
  useCreateRuleMutation,
  useUpdateRuleMutation,
  useDeleteRuleMutation,
  useLazyCountRuleEventsQuery,
  useBlacklistEventsMutation,
} = rulesApi;
