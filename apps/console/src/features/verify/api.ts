import type { AnswerOf, checkIdentityCode, confirmIdentity, declineIdentity } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';

interface Code {
  readonly code: string;
}

export type Requester = AnswerOf<typeof checkIdentityCode>;

const verifyApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkIdentityCode: build.query<Requester, Code>({
      query: ({ code }) => ({ url: `/profile/two_factor/check_identity_code/?code=${encodeURIComponent(code)}` }),
      // Whether a code is good is asked anew each time.
      keepUnusedDataFor: 0,
    }),
    confirmIdentity: build.mutation<AnswerOf<typeof confirmIdentity>, Code>({
      query: (body) => ({ url: '/profile/two_factor/confirm_identity/', method: 'POST', body }),
    }),
    declineIdentity: build.mutation<AnswerOf<typeof declineIdentity>, Code>({
      query: (body) => ({ url: '/profile/two_factor/decline_identity/', method: 'POST', body }),
    }),
  }),
});

export const { useCheckIdentityCodeQuery, useConfirmIdentityMutation, useDeclineIdentityMutation } = verifyApi;
