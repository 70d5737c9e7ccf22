import { askVerifyIdentity, type BodyOf, login, logoutPost, setLocale } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { botChecked, fromRoute } from '../../shared/api/from-route.ts';

const accessApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation(botChecked(fromRoute(login, (body: BodyOf<typeof login>) => ({ body })))),
    logout: build.mutation(fromRoute(logoutPost)),
    askVerifyIdentity: build.mutation(fromRoute(askVerifyIdentity)),
    setLocale: build.mutation(fromRoute(setLocale, (body: BodyOf<typeof setLocale>) => ({ body }))),
  }),
});

export const { useAskVerifyIdentityMutation, useLoginMutation, useLogoutMutation, useSetLocaleMutation } = accessApi;
