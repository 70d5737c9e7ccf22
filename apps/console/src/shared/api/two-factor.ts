import {
  addTwoFactorPost,
  type AnswerOf,
  type BodyOf,
  confirmTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  twoFactorStatus,
} from '@leakwatch/contracts';
import { api } from './api.ts';
import { fromRoute } from './from-route.ts';

// Confirming a set-up does not refresh the status: the recovery codes are shown first, then the screen loads it again.
const twoFactorApi = api.injectEndpoints({
  endpoints: (build) => ({
    twoFactorStatus: build.query({ ...fromRoute(twoFactorStatus), providesTags: ['TwoFactor'] }),
    addTwoFactor: build.mutation(fromRoute(addTwoFactorPost)),
    confirmTwoFactor: build.mutation({
      ...fromRoute(confirmTwoFactor, (body: BodyOf<typeof confirmTwoFactor>) => ({ body })),
      invalidatesTags: ['ApiToken'],
    }),
    disableTwoFactor: build.mutation({
      ...fromRoute(disableTwoFactor, (body: BodyOf<typeof disableTwoFactor>) => ({ body })),
      invalidatesTags: (_result, error) => (error === undefined ? ['TwoFactor', 'ApiToken'] : []),
    }),
    renewRecoveryCodes: build.mutation({
      ...fromRoute(renewRecoveryCodes, (body: BodyOf<typeof renewRecoveryCodes>) => ({ body })),
      invalidatesTags: ['ApiToken'],
    }),
  }),
});

export type TwoFactorStatus = AnswerOf<typeof twoFactorStatus>;
export const {
  useTwoFactorStatusQuery,
  useAddTwoFactorMutation,
  useConfirmTwoFactorMutation,
  useDisableTwoFactorMutation,
  useRenewRecoveryCodesMutation,
} = twoFactorApi;
