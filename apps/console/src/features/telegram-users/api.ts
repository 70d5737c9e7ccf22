import { deleteTelegramUser, ignoreTelegramUser, listTelegramUsers, type QueryOf, resetTelegramUser } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

const ofUser = (id: string) => ({ params: { id } });
/** The connection may be the person's own. A refusal says that the list is out of date too. */
const AFTER = { invalidatesTags: ['TelegramUsers', 'NotificationSettings'] } as const;

const telegramUsersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTelegramUsers: build.query({
      ...fromRoute(listTelegramUsers, (query: QueryOf<typeof listTelegramUsers>) => ({ query })),
      providesTags: ['TelegramUsers', 'Organisations', 'Accounts'],
    }),
    resetTelegramUser: build.mutation({ ...fromRoute(resetTelegramUser, ofUser), ...AFTER }),
    ignoreTelegramUser: build.mutation({ ...fromRoute(ignoreTelegramUser, ofUser), ...AFTER }),
    deleteTelegramUser: build.mutation({ ...fromRoute(deleteTelegramUser, ofUser), ...AFTER }),
  }),
});

export const { useListTelegramUsersQuery, useResetTelegramUserMutation, useIgnoreTelegramUserMutation, useDeleteTelegramUserMutation } =
  telegramUsersApi;
