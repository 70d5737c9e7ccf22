import { type AnswerOf, checkIdentityCode, confirmIdentity, declineIdentity } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

interface Code {
  readonly code: string;
}

export type Requester = AnswerOf<typeof checkIdentityCode>;

const verifyApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkIdentityCode: build.query({
      ...fromRoute(checkIdentityCode, (query: Code) => ({ query })),
      // Whether a code is valid is checked again each time.
      keepUnusedDataFor: 0,
    }),
    confirmIdentity: build.mutation(fromRoute(confirmIdentity, (body: Code) => ({ body }))),
    declineIdentity: build.mutation(fromRoute(declineIdentity, (body: Code) => ({ body }))),
  }),
});

export const { useCheckIdentityCodeQuery, useConfirmIdentityMutation, useDeclineIdentityMutation } = verifyApi;
