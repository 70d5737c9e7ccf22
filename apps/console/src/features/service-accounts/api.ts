import {
  blockServiceAccountPost,
  type BodyOf,
  changeServiceAccount,
  checkServiceAccounts,
  createServiceAccount,
  createServiceAccounts,
  deleteServiceAccount,
  getServiceAccount,
  listAccountUse,
  listFreeProxies,
  listServiceAccounts,
  listTelegramChats,
  loginTelegramPost,
  logoutTelegramPost,
  type QueryOf,
  resetServiceAccount,
  runTelegramPost,
  stopTelegramPost,
  unblockServiceAccountPost,
  unlinkServiceAccountPost,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type NewAccount = BodyOf<typeof createServiceAccount>;
export type TelegramLogin = BodyOf<typeof loginTelegramPost>;
export type AccountChange = BodyOf<typeof changeServiceAccount>;

const ofAccount = (id: string) => ({ params: { id } });
/** An account takes and frees its proxy. A refusal says that the lists are out of date too. */
const AFTER = { invalidatesTags: ['ServiceAccounts', 'Proxies'] } as const;

const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listServiceAccounts: build.query({
      ...fromRoute(listServiceAccounts, (query: QueryOf<typeof listServiceAccounts>) => ({ query })),
      providesTags: ['ServiceAccounts', 'Organisations'],
    }),
    listAccountUse: build.query({
      ...fromRoute(listAccountUse, (account: readonly string[]) => ({ query: { account: [...account] } })),
      providesTags: ['ServiceAccounts'],
    }),
    getServiceAccount: build.query({ ...fromRoute(getServiceAccount, ofAccount), providesTags: ['ServiceAccounts'] }),
    listFreeProxies: build.query({
      ...fromRoute(listFreeProxies, (query: QueryOf<typeof listFreeProxies>) => ({ query })),
      providesTags: ['Proxies'],
    }),
    createServiceAccount: build.mutation({ ...fromRoute(createServiceAccount, (body: NewAccount) => ({ body })), ...AFTER }),
    createServiceAccounts: build.mutation({
      ...fromRoute(createServiceAccounts, (body: BodyOf<typeof createServiceAccounts>) => ({ body })),
      ...AFTER,
    }),
    changeServiceAccount: build.mutation({
      ...fromRoute(changeServiceAccount, ({ id, body }: { id: string; body: AccountChange }) => ({ ...ofAccount(id), body })),
      ...AFTER,
    }),
    deleteServiceAccount: build.mutation({ ...fromRoute(deleteServiceAccount, ofAccount), ...AFTER }),
    resetServiceAccount: build.mutation({ ...fromRoute(resetServiceAccount, ofAccount), ...AFTER }),
    blockServiceAccount: build.mutation({ ...fromRoute(blockServiceAccountPost, ofAccount), ...AFTER }),
    unblockServiceAccount: build.mutation({ ...fromRoute(unblockServiceAccountPost, ofAccount), ...AFTER }),
    loginTelegram: build.mutation({ ...fromRoute(loginTelegramPost, (body: TelegramLogin) => ({ body })), ...AFTER }),
    runTelegram: build.mutation({ ...fromRoute(runTelegramPost, (body: BodyOf<typeof runTelegramPost>) => ({ body })), ...AFTER }),
    stopTelegram: build.mutation({ ...fromRoute(stopTelegramPost, (body: BodyOf<typeof stopTelegramPost>) => ({ body })), ...AFTER }),
    logoutTelegram: build.mutation({
      ...fromRoute(logoutTelegramPost, (body: BodyOf<typeof logoutTelegramPost>) => ({ body })),
      ...AFTER,
    }),
    listTelegramChats: build.query(fromRoute(listTelegramChats, (query: QueryOf<typeof listTelegramChats>) => ({ query }))),
    checkServiceAccounts: build.mutation({
      ...fromRoute(checkServiceAccounts, (body: BodyOf<typeof checkServiceAccounts>) => ({ body })),
      ...AFTER,
    }),
    unlinkServiceAccount: build.mutation({ ...fromRoute(unlinkServiceAccountPost, ofAccount), ...AFTER }),
  }),
});

export const {
  useListServiceAccountsQuery,
  useListAccountUseQuery,
  useGetServiceAccountQuery,
  useLazyGetServiceAccountQuery,
  useListFreeProxiesQuery,
  useCreateServiceAccountMutation,
  useCreateServiceAccountsMutation,
  useChangeServiceAccountMutation,
  useDeleteServiceAccountMutation,
  useResetServiceAccountMutation,
  useBlockServiceAccountMutation,
  useUnblockServiceAccountMutation,
  useUnlinkServiceAccountMutation,
  useCheckServiceAccountsMutation,
  useLoginTelegramMutation,
  useLogoutTelegramMutation,
  useRunTelegramMutation,
  useStopTelegramMutation,
  useListTelegramChatsQuery,
} = accountsApi;
