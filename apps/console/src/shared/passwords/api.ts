import { askRecovery, type BodyOf, changePassword, checkLinkCode } from '@leakwatch/contracts';
import { api } from '../api/api.ts';
import { botChecked, fromRoute } from '../api/from-route.ts';

const passwordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    askRecovery: build.mutation(botChecked(fromRoute(askRecovery, (body: BodyOf<typeof askRecovery>) => ({ body })))),
    /** A POST, so that the code is in no address; it changes nothing, hence a query. */
    checkLinkCode: build.query({
      ...fromRoute(checkLinkCode, (body: BodyOf<typeof checkLinkCode>) => ({ body })),
      keepUnusedDataFor: 0,
    }),
    changePassword: build.mutation(botChecked(fromRoute(changePassword, (body: BodyOf<typeof changePassword>) => ({ body })))),
  }),
});

export const { useAskRecoveryMutation, useCheckLinkCodeQuery, useChangePasswordMutation } = passwordsApi;
