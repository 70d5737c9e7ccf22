import type { AnswerOf, askRecovery, changePassword, checkLinkCode, InputOf } from '@leakwatch/contracts';
import { api } from '../api/api.ts';

const passwordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    askRecovery: build.mutation<AnswerOf<typeof askRecovery>, InputOf<typeof askRecovery>['body']>({
      query: (body) => ({ url: '/recovery/', method: 'POST', body, botChecked: true }),
    }),
    /** A POST, so that the code stands in no address; it changes nothing, hence a query. */
    checkLinkCode: build.query<AnswerOf<typeof checkLinkCode>, InputOf<typeof checkLinkCode>['body']>({
      query: (body) => ({ url: '/password/check_code/', method: 'POST', body }),
      keepUnusedDataFor: 0,
    }),
    changePassword: build.mutation<AnswerOf<typeof changePassword>, InputOf<typeof changePassword>['body']>({
      query: (body) => ({ url: '/password/', method: 'PATCH', body, botChecked: true }),
    }),
  }),
});

export const { useAskRecoveryMutation, useCheckLinkCodeQuery, useChangePasswordMutation } = passwordsApi;
