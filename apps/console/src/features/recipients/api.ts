import { answerRecipient, type BodyOf, checkRecipientCode } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

const recipientsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A POST, so that the code is in no address; it changes nothing, hence a query. */
    checkRecipientCode: build.query({
      ...fromRoute(checkRecipientCode, (body: BodyOf<typeof checkRecipientCode>) => ({ body })),
      keepUnusedDataFor: 0,
    }),
    answerRecipient: build.mutation(fromRoute(answerRecipient, (body: BodyOf<typeof answerRecipient>) => ({ body }))),
  }),
});

export const { useCheckRecipientCodeQuery, useAnswerRecipientMutation } = recipientsApi;
