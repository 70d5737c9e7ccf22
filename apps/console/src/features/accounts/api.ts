import {
  type BodyOf,
  changeAccount,
  checkRecoveryLink,
  createAccount,
  deleteAccount,
  endAccountSessions,
  getAccount,
  listAccounts,
  type QueryOf,
  resetTwoFactor,
  sendRecoveryLink,
  sendWelcomeLink,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type AccountBody = BodyOf<typeof createAccount>;
export type AccountChange = BodyOf<typeof changeAccount>;

const invalidatesTags = (_made: unknown, error: unknown) => (error === undefined ? (['Accounts', 'Organisations'] as const) : []);

const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAccounts: build.query({
      ...fromRoute(listAccounts, (query: QueryOf<typeof listAccounts>) => ({ query })),
      providesTags: ['Accounts'],
    }),
    getAccount: build.query({ ...fromRoute(getAccount, (id: string) => ({ params: { id } })), providesTags: ['Accounts'] }),
    createAccount: build.mutation({ ...fromRoute(createAccount, (body: AccountBody) => ({ body })), invalidatesTags }),
    changeAccount: build.mutation({
      ...fromRoute(changeAccount, ({ id, body }: { id: string; body: AccountChange }) => ({ params: { id }, body })),
      invalidatesTags,
    }),
    deleteAccount: build.mutation({
      ...fromRoute(deleteAccount, (id: string) => ({ params: { id } })),
      // A refusal says that the list is out of date too.
      invalidatesTags: ['Accounts', 'Organisations'],
    }),
    resetTwoFactor: build.mutation({
      ...fromRoute(resetTwoFactor, (id: string) => ({ query: { user_id: id } })),
      invalidatesTags: ['Accounts'],
    }),
    endAccountSessions: build.mutation({ ...fromRoute(endAccountSessions, (email: string) => ({ body: { email } })) }),
    checkRecoveryLink: build.query({
      ...fromRoute(checkRecoveryLink, (email: string) => ({ body: { email } })),
      providesTags: ['AccountLinks'],
    }),
    sendRecoveryLink: build.mutation({
      ...fromRoute(sendRecoveryLink, (email: string) => ({ body: { email } })),
      invalidatesTags: ['AccountLinks'],
    }),
    sendWelcomeLink: build.mutation({
      ...fromRoute(sendWelcomeLink, (email: string) => ({ body: { email } })),
      invalidatesTags: ['AccountLinks'],
    }),
  }),
});

export const {
  useListAccountsQuery,
  useGetAccountQuery,
  useLazyGetAccountQuery,
  useCreateAccountMutation,
  useChangeAccountMutation,
  useDeleteAccountMutation,
  useResetTwoFactorMutation,
  useEndAccountSessionsMutation,
  useCheckRecoveryLinkQuery,
  useSendRecoveryLinkMutation,
  useSendWelcomeLinkMutation,
} = accountsApi;
