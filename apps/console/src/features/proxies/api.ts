import {
  blockProxyPost,
  type BodyOf,
  changeProxy,
  checkProxies,
  createProxies,
  deleteProxies,
  deleteProxy,
  getProxy,
  listProxies,
  type QueryOf,
  unblockProxyPost,
  unlinkProxyPost,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type ProxyChange = BodyOf<typeof changeProxy>;

const ofProxy = (id: string) => ({ params: { id } });
/** Accounts show the state of their proxy. A refusal says that the list is out of date too. */
const AFTER = { invalidatesTags: ['Proxies', 'ServiceAccounts'] } as const;

const proxiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProxies: build.query({
      ...fromRoute(listProxies, (query: QueryOf<typeof listProxies>) => ({ query })),
      providesTags: ['Proxies', 'Organisations'],
    }),
    getProxy: build.query({ ...fromRoute(getProxy, ofProxy), keepUnusedDataFor: 0 }),
    createProxies: build.mutation({ ...fromRoute(createProxies, (body: BodyOf<typeof createProxies>) => ({ body })), ...AFTER }),
    changeProxy: build.mutation({
      ...fromRoute(changeProxy, ({ id, body }: { id: string; body: ProxyChange }) => ({ ...ofProxy(id), body })),
      ...AFTER,
    }),
    deleteProxy: build.mutation({ ...fromRoute(deleteProxy, ofProxy), ...AFTER }),
    deleteProxies: build.mutation({ ...fromRoute(deleteProxies, (body: BodyOf<typeof deleteProxies>) => ({ body })), ...AFTER }),
    blockProxy: build.mutation({ ...fromRoute(blockProxyPost, ofProxy), ...AFTER }),
    unblockProxy: build.mutation({ ...fromRoute(unblockProxyPost, ofProxy), ...AFTER }),
    checkProxies: build.mutation({ ...fromRoute(checkProxies, (body: BodyOf<typeof checkProxies>) => ({ body })), ...AFTER }),
    unlinkProxy: build.mutation({ ...fromRoute(unlinkProxyPost, ofProxy), ...AFTER }),
  }),
});

export const {
  useListProxiesQuery,
  useLazyGetProxyQuery,
  useCreateProxiesMutation,
  useChangeProxyMutation,
  useDeleteProxiesMutation,
  useDeleteProxyMutation,
  useBlockProxyMutation,
  useUnblockProxyMutation,
  useUnlinkProxyMutation,
  useCheckProxiesMutation,
} = proxiesApi;
