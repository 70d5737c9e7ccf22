import type { AnswerOf, askVerifyIdentity, InputOf, login, logoutPost, setLocale } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';

type LoginBody = InputOf<typeof login>['body'];
type LocaleBody = InputOf<typeof setLocale>['body'];

const accessApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<AnswerOf<typeof login>, LoginBody>({
      query: (body) => ({ url: '/login/', method: 'POST', body, botChecked: true }),
    }),
    // The POST twin: the documents' GET changes state too.
    logout: build.mutation<AnswerOf<typeof logoutPost>, void>({
      query: () => ({ url: '/logout/', method: 'POST' }),
    }),
    askVerifyIdentity: build.mutation<AnswerOf<typeof askVerifyIdentity>, void>({
      query: () => ({ url: '/profile/two_factor/ask_verify_identity/', method: 'POST' }),
    }),
    setLocale: build.mutation<AnswerOf<typeof setLocale>, LocaleBody>({
      query: (body) => ({ url: '/control/accounts/set_locale/', method: 'POST', body }),
    }),
  }),
});

export const { useAskVerifyIdentityMutation, useLoginMutation, useLogoutMutation, useSetLocaleMutation } = accessApi;
