import {
  type AnswerOf,
  blacklistRuleEvents,
  type BodyOf,
  countRuleEvents,
  createRule,
  deleteRule,
  getRule,
  listRules,
  type QueryOf,
  updateRule,
} from '@leakwatch/contracts';
import { api } from '../api/api.ts';
import { callOf, fromRoute } from '../api/from-route.ts';
import { sentOnce } from '../lib/sent-changes.ts';

export type RulesQuery = QueryOf<typeof listRules>;
export type RuleBody = BodyOf<typeof createRule>;
export type RuleChange = BodyOf<typeof updateRule>;

const ofRule = (id: string) => ({ params: { id } });

const rulesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRules: build.query({ ...fromRoute(listRules, (query: RulesQuery) => ({ query })), providesTags: ['Rules'] }),
    getRule: build.query({ ...fromRoute(getRule, ofRule), providesTags: ['Rules'] }),
    createRule: build.mutation({
      ...fromRoute(createRule, (body: RuleBody) => ({ body })),
      invalidatesTags: ['Rules', 'Settings'],
    }),
    updateRule: build.mutation({
      ...fromRoute(updateRule, ({ id, body }: { id: string; body: RuleChange }) => ({ ...ofRule(id), body })),
      invalidatesTags: ['Rules'],
    }),
    deleteRule: build.mutation({ ...fromRoute(deleteRule, ofRule), invalidatesTags: ['Rules', 'Settings'] }),
    countRuleEvents: build.query({ ...fromRoute(countRuleEvents, ofRule), keepUnusedDataFor: 0 }),
    blacklistEvents: build.mutation<AnswerOf<typeof blacklistRuleEvents>, string>({
      ...sentOnce((id) => ({ call: callOf(blacklistRuleEvents, { ...ofRule(id), body: {} }), values: ['rule', id], ids: null })),
      invalidatesTags: ['Events', 'EventsPeek', 'Settings'],
    }),
  }),
});

export const {
  useListRulesQuery,
  useGetRuleQuery,
  useLazyGetRuleQuery,
  useCreateRuleMutation,
  useUpdateRuleMutation,
  useDeleteRuleMutation,
  useLazyCountRuleEventsQuery,
  useBlacklistEventsMutation,
} = rulesApi;
