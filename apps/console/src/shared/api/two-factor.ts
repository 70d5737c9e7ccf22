import type { AnswerOf, addTwoFactor, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes, twoFactorStatus } from '@leakwatch/contracts';
import { api } from './api.ts';

interface Token {
  readonly token: string;
}

// A confirmed set-up leaves the status as it was read: recovery codes are shown first, then the screen asks anew.
const twoFactorApi = api.injectEndpoints({
  endpoints: (build) => ({
    twoFactorStatus: build.query<AnswerOf<typeof twoFactorStatus>, void>({
      query: () => ({ url: '/profile/two_factor/status/' }),
      providesTags: ['TwoFactor'],
    }),
    // The POST twin: the documents' GET changes state too.
    addTwoFactor: build.mutation<AnswerOf<typeof addTwoFactor>, void>({
      query: () => ({ url: '/profile/two_factor/add/', method: 'POST' }),
    }),
    confirmTwoFactor: build.mutation<AnswerOf<typeof confirmTwoFactor>, Token>({
      query: (body) => ({ url: '/profile/two_factor/confirm/', method: 'POST', body }),
      invalidatesTags: ['ApiToken'],
    }),
    disableTwoFactor: build.mutation<AnswerOf<typeof disableTwoFactor>, Token>({
      query: (body) => ({ url: '/profile/two_factor/disable/', method: 'POST', body }),
      invalidatesTags: (_result, error) => (error === undefined ? ['TwoFactor', 'ApiToken'] : []),
    }),
    renewRecoveryCodes: build.mutation<AnswerOf<typeof renewRecoveryCodes>, Token>({
      query: (body) => ({ url: '/profile/two_factor/recovery_codes/', method: 'POST', body }),
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
